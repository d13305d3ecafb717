import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const textOf = (path: string) => readFileSync(path, 'utf8').replace(/\s+/g, ' ');

describe('M4: terms that a program with partdex must keep', () => {
  it.each(['docs/rest.md', 'docs/graphql.md', 'docs/hosted.md', 'docs/embedding.md'])('%s names the credit of images', (path) => {
    expect(textOf(path)).toContain('`credit_string`');
    expect(textOf(path)).toContain('`credit_url`');
  });

  it('the rule of authorised sellers and the absent life cycle are documented', () => {
    expect(textOf('docs/semantics.md')).toContain('A part without `specs.lifecycle_status` has no known life cycle status');
    expect(textOf('docs/hosted.md')).toContain('`authorized`');
  });
});
