#!/usr/bin/env node
import { run } from './run.js';
import { openOutput } from './terminal/terminal.js';

const { stdin, stdout, stderr, env } = process;

// A reader that stops early (`partdex sample 1000000 | head`) is not an error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  stderr.write(`error: cannot write: ${error.message}\n`);
  process.exit(1);
});
// The error cannot be reported. Who reads both (`2>&1 | head`) and stops early is answered by the status alone.
stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.exit(1);
});

process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout: openOutput(stdout, env),
  stderr: openOutput(stderr, env),
});
// An input that was begun and not read to its end would keep the process alive.
stdin.destroy();
