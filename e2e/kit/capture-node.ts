import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CaptureEvent, CaptureJob, type CaptureReport } from '@proofkeep/contract';
import { type WaczRecord, waczRecords } from '@proofkeep/fakes';
import type { z } from 'zod';
import { captureCache } from '../../apps/capture/src/testing/cache.ts';
import { commandLineOf, processes } from './processes.ts';

const entry = fileURLToPath(new URL('../../apps/capture/src/single-capture.ts', import.meta.url));

export interface Captured {
  readonly report: CaptureReport;
  readonly events: readonly CaptureEvent[];
  /** Folder of the artifacts. */
  readonly folder: string;
  /** All records of the WACZ, read by a third-party reader. */
  readonly records: readonly WaczRecord[];
  readonly elapsedMs: number;
  /** Processes, profiles and temporary files that outlived the capture node. */
  readonly leftovers: readonly string[];
}

const homes: string[] = [];

/** Runs one capture in its own process and temporary folder. */
export async function capture(
  job: Omit<z.input<typeof CaptureJob>, 'captureId'>,
  env: Record<string, string> = {},
): Promise<Captured> {
  const home = mkdtempSync(join(tmpdir(), 'e2e-'));
  homes.push(home);
  chmodSync(home, 0o755); // the browser is another user when we are root
  const [folder, temporary] = [join(home, 'out'), join(home, 'tmp')];
  mkdirSync(temporary);

  const started = performance.now();
  const child = spawn(process.execPath, [entry, folder], {
    // The environment in which the service starts the node.
    env: {
      PATH: process.env.PATH,
      NTP_SERVERS: '',
      TMPDIR: temporary,
      CAPTURE_CACHE: captureCache,
      NODE_COMPILE_CACHE: join(captureCache, 'node'),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${JSON.stringify(CaptureJob.parse({ captureId: 'e2e', ...job }))}\n`);
  const events: CaptureEvent[] = [];
  for await (const line of createInterface({ input: child.stdout })) events.push(CaptureEvent.parse(JSON.parse(line)));
  const elapsedMs = performance.now() - started;

  const last = events.at(-1);
  if (last?.type !== 'report') throw new Error('The capture node ended without a report.');
  const running = processes()
    .map(commandLineOf)
    .filter((line) => line.includes(temporary));
  const wacz = join(folder, 'page.wacz');
  const records = existsSync(wacz) ? await recordsOf(wacz) : [];
  return {
    report: last.report,
    events,
    folder,
    records,
    elapsedMs,
    leftovers: [...running, ...readdirSync(temporary)],
  };
}

/** Removes the folders of all captures; call it after the last assertion. */
export function removeCaptures(): void {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
}

export const outcomeOf = ({ report }: Captured, step: string): string | undefined =>
  report.steps.find((one) => one.step === step)?.outcome;

/** The response records for one address. */
export const responsesOf = ({ records }: Captured, url: string): WaczRecord[] =>
  records.filter((record) => record.type === 'response' && record.url === url);

async function recordsOf(wacz: string): Promise<WaczRecord[]> {
  const records: WaczRecord[] = [];
  for await (const record of waczRecords(wacz)) records.push(record);
  return records;
}
