import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../node.ts', import.meta.url));
/** Nothing listens on this port (RFC 6335 §6: not assigned). */
const settings = { SERVICE_URL: 'http://127.0.0.1:1023', NODE_TOKEN: 'a token of at least thirty-two characters' };

function start(environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  return { child, output: () => output };
}

it('names the invalid setting and exits with 1', async () => {
  const { child, output } = start({ ...settings, NODE_TOKEN: 'short', NODE_NAME: 'no spaces' });
  const [code] = await once(child, 'close');

  expect(code).toBe(1);
  expect(output()).toMatch(/NODE_TOKEN[\s\S]*NODE_NAME|NODE_NAME[\s\S]*NODE_TOKEN/);
});

it("refuses a temporary folder with a path too long for the browser's socket", async () => {
  const { child, output } = start({ ...settings, TMPDIR: `/tmp/${'x'.repeat(38)}` });
  const [code] = await once(child, 'close');

  expect(code).toBe(1);
  expect(output()).toMatch(/has 43 bytes; at most 42 are possible.*\n.*at TMPDIR/);
});

it.each<[string, (child: ChildProcess) => void]>([
  ['it receives SIGTERM', (child) => child.kill('SIGTERM')],
  ['its parent process has ended', (child) => child.disconnect()],
])(
  'retries while the service is unavailable, and ends when %s',
  async (_, end) => {
    const { child, output } = start(settings);
    await expect.poll(output, { timeout: 10_000 }).toContain('"service-away"');

    end(child);

    // `close` is not emitted if this side closed the channel.
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    await expect.poll(output).toContain('"down"');
  },
  20_000,
);
