import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byTestLength, type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { preserve } from '../../apps/server/src/cli/local/preserve.ts';
import { type Installation, openInstallation } from '../../apps/server/src/installation.ts';
import { readConfig } from '../../apps/server/src/read-config.ts';
import { commandLineOf, processes } from '../kit/processes.ts';

const captures = byTestLength({ short: 2, long: 100 });
/** Every tenth capture fails: its page is a file that the browser downloads. */
const failsEvery = byTestLength({ short: 2, long: 10 });
const limitMs = captures * 30_000;

let site: SampleSite;
let home: string;
let installation: Installation;

beforeAll(async () => {
  site = await startSampleSite();
  home = mkdtempSync('/tmp/left-');
  chmodSync(home, 0o755); // the browser is another user when we are root
  for (const name of ['tmp', 'home']) mkdirSync(join(home, name), { mode: 0o755 });
  vi.stubEnv('TMPDIR', join(home, 'tmp'));
  vi.stubEnv('HOME', join(home, 'home'));
  const config = { DATA_DIR: join(home, 'data'), EGRESS_ALLOW: site.egressAllow.join(','), NTP_SERVERS: '' };
  installation = await openInstallation(readConfig(config), process.env);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await installation.close();
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

/** Data that a capture is meant to add: evidence, its log entry, and rows. */
const growing = ['store/evidence', 'store/.retained', 'tlog', 'postgres', 'cache'];
/** Is made for the first capture; what is inside counts. */
const working = 'work';

/** All entries of a folder and its folders, but for those that are meant to grow. */
function entriesOf(folder: string, skipped: readonly string[] = []): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== working && !skipped.some((one) => path === one || path.startsWith(`${one}/`)))
    .sort();
}

/** Users that root runs the browsers of captures under. */
const isOfBrowser = (uid: number) => uid >= 61_184 && uid < 65_520;

/** What Chromium makes in a folder that it shares with other programs; their owner tells ours from others. */
function ofChromium(folder: string): string[] {
  if (process.getuid?.() !== 0) return [];
  const made = readdirSync(folder).filter((name) => /^\.?(org\.chromium|com\.google)\./.test(name));
  return made
    .map((name) => join(folder, name))
    .filter((path) => isOfBrowser(statSync(path, { throwIfNoEntry: false })?.uid ?? 0));
}

/** Everything that captures could leave: processes, and entries of the folders that they work in or share. */
const traces = () => ({
  processes: processes()
    .map(commandLineOf)
    .filter((line) => line.includes(join(home, 'tmp'))),
  temporary: entriesOf(join(home, 'tmp')),
  home: entriesOf(join(home, 'home')),
  data: entriesOf(join(home, 'data'), growing),
  shared: [...new Set([tmpdir(), '/tmp', '/dev/shm'])].flatMap(ofChromium),
});

describe('captures', () => {
  it(
    `leave nothing behind in any folder after ${captures} of them`,
    async () => {
      const before = traces();
      const outcomes: boolean[] = [];

      for (let n = 1; n <= captures; n++) {
        const url = site.httpOrigin + (n % failsEvery === 0 ? '/download-only' : '/article');
        const { sealed } = await preserve(installation, {
          url,
          dismissConsent: false,
          tls: 'require-valid',
          egressAllow: installation.config.EGRESS_ALLOW,
          operator: installation.config.OPERATOR,
          onEvent: () => {},
          onRung: () => {},
          signal: new AbortController().signal,
        });
        outcomes.push(sealed);
      }

      expect(outcomes).toEqual(Array.from({ length: captures }, (_, n) => (n + 1) % failsEvery !== 0));
      expect(traces()).toEqual(before);
      expect(readdirSync(join(home, 'data', 'work'))).toEqual([]);
    },
    limitMs,
  );
});
