import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CaptureEvent, CaptureJob, type CaptureReport } from '@proofkeep/contract';
import { type SampleSite, waczRecords } from '@proofkeep/fakes';
import { type Command, measure, type Usage } from './process-group.ts';

export interface Run {
  readonly usage: Usage;
  /** SHA-256 of every body the engine kept; read from its folder on access, which takes a second. */
  bodies(): Promise<ReadonlySet<string>>;
  /** How it ended in the engine's own words. */
  readonly state: string;
}

export interface Engine {
  readonly name: string;
  run(address: string, folder: string): Promise<Run>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const browser = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const limitMs = 150_000;
/** Caches as in an installation: compiled code of every engine, our digest of the browser. Removed with the bench. */
const cache = mkdtempSync(join(tmpdir(), 'bench-cache-'));
process.on('exit', () => rmSync(cache, { recursive: true, force: true }));
const caches = { NODE_COMPILE_CACHE: join(cache, 'node'), CAPTURE_CACHE: cache };

export const bare: Engine = {
  name: 'bare Chromium',
  async run(address, folder) {
    const file = join(folder, 'page.png');
    const usage = await node([join(root, 'bench/capture/bare.ts'), address, file]);
    return { usage, bodies: none, state: existsSync(file) ? 'screenshot' : firstLine(usage.errors) };
  },
};

export function ours(site: SampleSite): Engine {
  return {
    name: 'Proofkeep',
    async run(address, folder) {
      const job = CaptureJob.parse({ captureId: 'bench', url: address, egressAllow: [...site.egressAllow] });
      const usage = await node([join(root, 'apps/capture/src/single-capture.ts'), folder], `${JSON.stringify(job)}\n`);
      const report = reportOf(usage.output);
      if (!report) return { usage, bodies: none, state: firstLine(usage.errors) };
      return { usage, bodies: () => bodiesOf(join(folder, 'page.wacz')), state: stateOf(report) };
    },
  };
}

/**
 * Downloaded for the bench only, never a dependency of the product (AGPL-3.0). Null, with the reason printed, if it is
 * unavailable.
 */
export function singleFile(): Engine | null {
  const home = join(root, 'bench/out/single-file');
  const program = join(home, 'node_modules/single-file-cli/single-file-node.js');
  mkdirSync(home, { recursive: true });
  try {
    const install = [
      'install',
      '--prefix',
      home,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      'single-file-cli@2.0.83',
    ];
    if (!existsSync(program)) execFileSync('npm', install, { stdio: 'ignore' });
  } catch (error) {
    console.log(`single-file-cli is left out, npm did not bring it: ${error instanceof Error ? error.message : error}`);
    return null;
  }
  const chrome = [`--browser-executable-path=${browser}`, '--browser-arg=--no-sandbox'];
  const window = ['--browser-width=1440', '--browser-height=900'];
  return {
    name: 'single-file-cli',
    async run(address, folder) {
      const file = join(folder, 'page.html');
      const usage = await node([program, address, file, ...chrome, ...window]);
      if (!existsSync(file)) return { usage, bodies: none, state: `no file, exit code ${usage.exitCode}` };
      return { usage, bodies: async () => embedded(await readFile(file, 'utf8')), state: 'file' };
    },
  };
}

const none = () => Promise.resolve(new Set<string>());

const node = (args: string[], input?: string): Promise<Usage> => {
  const command: Command = {
    args: [process.execPath, ...args],
    env: { CHROMIUM_PATH: browser, ...caches },
    input,
    limitMs,
  };
  return measure(command);
};

function reportOf(output: string): CaptureReport | undefined {
  const events = output
    .split('\n')
    .filter(Boolean)
    .map((line) => CaptureEvent.parse(JSON.parse(line)));
  return events.find((event) => event.type === 'report')?.report;
}

function stateOf({ state, failure, steps, missing }: CaptureReport): string {
  const troubles = steps
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'cut')
    .map(({ step, said }) => `${step}: ${said.map(({ text }) => text).join(' ')}`);
  return [state, failure?.code, ...troubles, ...missing.map(({ url, why }) => `${why} ${url}`)]
    .filter(Boolean)
    .join('; ');
}

async function bodiesOf(wacz: string): Promise<Set<string>> {
  const bodies = new Set<string>();
  if (!existsSync(wacz)) return bodies;
  for await (const { type, sha256 } of waczRecords(wacz)) if (type === 'response') bodies.add(sha256);
  return bodies;
}

/** Resources embedded in a single HTML file. */
function embedded(html: string): Set<string> {
  const found = html.matchAll(/data:[\w/+.-]+(?:;[\w=-]+)*;base64,([A-Za-z0-9+/=]+)/g);
  return new Set(
    Array.from(found, ([, text = '']) => createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex')),
  );
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] || 'no word';
