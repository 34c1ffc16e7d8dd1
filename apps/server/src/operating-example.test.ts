import { execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileCache } from './testing/compile-cache.ts';
import { makeTestDatabase } from './testing/database.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const command = fileURLToPath(new URL('../bin/proofkeep.mjs', import.meta.url));
const operating = fileURLToPath(new URL('../../../docs/operating.md', import.meta.url));

let home: string;
let document: string;
let database: Awaited<ReturnType<typeof makeTestDatabase>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'operating-'));
  document = await readFile(operating, 'utf8');
  database = await makeTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

/** The document's `/etc/proofkeep.env`, with its folders below `home`. */
function example(): Record<string, string> {
  const [, block = ''] = /^```sh\n(NODE_ENV=production\n[\s\S]*?)^```/m.exec(document) ?? [];
  const places = /\/var\/lib\/proofkeep|\/mnt\/other-disk\/proofkeep-heads|\/etc\/proofkeep(?=\/)/g;
  return parseEnv(block.replace(places, (path) => join(home, path))) as Record<string, string>;
}

/** Replaces each placeholder by a secret of the same length, as the document requires. */
const filled = (environment: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [
      key,
      value.replace(/FILL-IN[\w-]*/g, (gap) => '7'.repeat(gap.length)),
    ]),
  );

/** Puts the key files named in the example in their places. */
async function putKeys(environment: Record<string, string>): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await mkdir(join(home, '/etc/proofkeep'), { recursive: true });
  for (const [key, path] of Object.entries(environment)) {
    if (!key.endsWith('_FILE')) continue;
    const pem = key.includes('PUBLIC')
      ? publicKey.export({ type: 'spki', format: 'pem' })
      : privateKey.export({ type: 'pkcs8', format: 'pem' });
    await writeFile(path, pem, { mode: 0o600 });
  }
}

/** Starts the service until it prints that it is up, or ends by itself. */
function start(environment: Record<string, string>): Promise<{ isUp: boolean; output: string }> {
  const { PATH, HOME } = process.env;
  // Settings of a test run: any free port, its own database server, no browser and no network.
  const ours = { PORT: '0', REPLAY_PORT: '0', DATABASE_URL: database.url, CAPTURE_CONCURRENCY: '0', NTP_SERVERS: '' };
  const env = { PATH, HOME, LANG: 'en_US.UTF-8', NODE_COMPILE_CACHE: compileCache, ...environment, ...ours };
  const child = spawn(process.execPath, [main], { env });
  let output = '';
  let isUp = false;
  const hear = (bytes: Buffer) => {
    output += bytes;
    isUp ||= output.includes('Proofkeep is up: https://proofkeep.example');
    if (isUp) child.kill('SIGTERM');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve) => child.on('exit', () => resolve({ isUp, output })));
}

describe('the example in docs/operating.md', () => {
  it('is refused as printed, naming at once every value to be filled in and every missing file', async () => {
    const printed = example();

    const { isUp, output } = await start(printed);

    const gaps = Object.entries(printed).filter(([, value]) => value.includes('FILL-IN'));
    expect(gaps.length).toBeGreaterThan(10);
    expect(isUp).toBe(false);
    for (const [key] of gaps) expect(output).toContain(`  ${key}: still contains FILL-IN\n`);
    for (const key of Object.keys(printed).filter((name) => name.endsWith('_FILE')))
      expect(output).toContain(`  ${key}: cannot read the file ${printed[key]}\n`);
  });

  it('starts in production mode once these are filled in', async () => {
    const environment = filled(example());
    await putKeys(environment);

    const { isUp, output } = await start(environment);

    expect(output.replace(/^Console: .*$/m, '').trim()).toBe('Proofkeep is up: https://proofkeep.example');
    expect(isUp).toBe(true);
  });

  it('names every setting that a chosen provider lacks, and every development part', async () => {
    const environment = filled(example());
    await putKeys(environment);
    const removed = ['MAIL_URL', 'SMS_TEMPLATES', 'WECHAT_API_KEY', 'STRIPE_KEY', 'PUBLIC_URL', 'ALLOW_IN_PRODUCTION'];
    for (const key of removed) environment[key] = '';

    const { output } = await start({ ...environment, WECHAT_KEY_FILE: operating, PARTNER_APPS: '{' });

    expect(output.split('\n')).toEqual([
      'Proofkeep did not start. Correct these settings:',
      expect.stringMatching(/^ {2}PARTNER_APPS: /),
      '  WECHAT_API_KEY: required by PAY_PROVIDERS=wechat',
      '  STRIPE_KEY: required by PAY_PROVIDERS=stripe',
      expect.stringMatching(/^ {2}SMS_TEMPLATES: no template for code-register, /),
      `  WECHAT_KEY_FILE: ${operating} is not a key in PEM`,
      '  PUBLIC_URL: required by NODE_ENV=production',
      'Proofkeep did not start. These parts are for development only:',
      expect.stringMatching(/^ {2}generated-keys: /),
      expect.stringMatching(/^ {2}mail-outbox: /),
      'To start anyway, add generated-keys,mail-outbox to ALLOW_IN_PRODUCTION',
      '',
    ]);
  });

  it('adds the first operator with the printed command', async () => {
    const [, line = ''] = /npx proofkeep (staff add .*)$/m.exec(document) ?? [];
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

    const stdout = await new Promise<string>((resolve) => {
      const env = { PATH: process.env.PATH, LANG: 'en_US.UTF-8', DATABASE_URL: database.url };
      execFile(process.execPath, [command, ...words], { env }, (_error, out) => resolve(out));
    });

    expect(stdout).toMatch(/^Username: zhao\.min\nOne-time password \(shown only now\): \S{16}\n/);
  });
});
