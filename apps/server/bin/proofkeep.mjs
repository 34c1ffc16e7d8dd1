#!/usr/bin/env node
// The `proofkeep` command. Node runs the TypeScript sources directly from 22.18 on; on an older Node, the program of
// the package "node" takes over.
import { spawn } from 'node:child_process';
import module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const cli = new URL('../src/cli/proofkeep.ts', import.meta.url);
// As in `npm start`. If the folder isn't writable, everything is compiled each time.
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

if (major > 22 || (major === 22 && minor >= 18)) {
  module.enableCompileCache(compiled);
  await import(cli.href);
} else {
  const program = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  const child = spawn(program, [fileURLToPath(cli), ...process.argv.slice(2)], {
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
}
