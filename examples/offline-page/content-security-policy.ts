import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Writes a Content-Security-Policy into the built page. Only its own script and worker run, whatever text a catalog contains, and
 * it reads only from its own server. Images of parts come from their hosts, when the user opens them.
 */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.html')) file.source = withPolicy(String(file.source));
        }
      },
    },
  };
}

const HEAD = '<head>';
const INLINE_SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g;

function withPolicy(html: string): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, code]) => code);
  if (scripts.length === 0 || !html.includes(HEAD)) throw new Error('the page has no inline script, or no <head>');
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(' ')}`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data: https: http:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const inside = html.indexOf(HEAD) + HEAD.length;
  return `${html.slice(0, inside)}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">${html.slice(inside)}`;
}

function hash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
