import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CaptureEvent, CaptureJob, type CaptureReport, type CaptureStep, type Message } from '@proofkeep/contract';
import type { SampleSite } from '@proofkeep/fakes';
import { readConfig } from '../config.ts';
import { runCapture } from '../engine.ts';
import { captureCache } from './cache.ts';

export interface Captured {
  report: CaptureReport;
  events: CaptureEvent[];
  workDir: string;
  text(path: string): Promise<string>;
  /** Paths of all files in the work folder. */
  files(): Promise<string[]>;
  outcomeOf(step: CaptureStep): string | undefined;
  saidOf(step: CaptureStep): Message[] | undefined;
  remove(): Promise<void>;
}

type Order = Partial<Omit<CaptureJob, 'limits'>> & { url: string; limits?: Partial<CaptureJob['limits']> };

export interface GivenCapture {
  /** Its addresses are allowed and its key is trusted. */
  site?: SampleSite;
  environment?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  onEvent?: (event: CaptureEvent) => void;
}

/** Captures a page in this process, into a temporary folder. */
export async function capture(order: Order, given: GivenCapture = {}): Promise<Captured> {
  const workDir = await mkdtemp(join(tmpdir(), 'captured-'));
  const events: CaptureEvent[] = [];
  const { site } = given;
  const job = CaptureJob.parse({ captureId: 'test', egressAllow: site?.egressAllow ?? [], ...order });
  const report = await runCapture(job, {
    config: readConfig({
      CHROMIUM_PATH: process.env.CHROMIUM_PATH,
      CAPTURE_CACHE: captureCache,
      CAPTURE_TRUST_SPKI: site?.spki,
      NTP_SERVERS: '',
      ...given.environment,
    }),
    workDir,
    emit: (event) => {
      events.push(event);
      given.onEvent?.(event);
    },
    signal: given.signal ?? new AbortController().signal,
  });
  return {
    report,
    events,
    workDir,
    text: (path) => readFile(join(workDir, path), 'utf8'),
    files: async () => {
      const entries = await readdir(workDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.map((entry) => join(entry.parentPath, entry.name).slice(workDir.length + 1)).sort();
    },
    outcomeOf: (step) => report.steps.find((one) => one.step === step)?.outcome,
    saidOf: (step) => report.steps.find((one) => one.step === step)?.said,
    remove: () => rm(workDir, { recursive: true, force: true }),
  };
}

/** Returns the processes and folders left by captures of a process; default: this one. */
export async function leftovers(pid = process.pid): Promise<string[]> {
  const mark = `pk-${pid}-`;
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(mark));
  const processes: string[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(mark)) processes.push(`${name} ${command.slice(0, 80).replaceAll('\0', ' ')}`);
  }
  return [...folders, ...processes];
}
