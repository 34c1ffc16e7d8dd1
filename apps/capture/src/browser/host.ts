import { access, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type CaptureLimits, message } from '@proofkeep/contract';
import { CaptureError } from '../capture-error.ts';
import type { EgressGuard } from '../egress/guard.ts';
import { reportFault } from '../faults.ts';
import { startBehindProxy } from './behind-proxy.ts';
import { type CdpBus, pipeBus } from './cdp.ts';
import { startConfined } from './confined.ts';
import type { BrowserSettings } from './flags.ts';
import { killBrowser, memoryMeter } from './process-group.ts';
import { makeBrowserFolders } from './profile.ts';
import type { BrowserFolders, Start, Started } from './spawn.ts';

export interface BrowserHandle {
  bus: CdpBus;
  /** The browser's own version string, e.g. `Chrome/156.0.8078.73`. */
  version: string;
  userAgent: string;
  executable: string;
  isolation: Started['isolation'];
  profileDir: string;
  /** Why the browser ended; `closed` if `kill` ended it. */
  exited: Promise<{ why: 'closed' | 'crashed' | 'memory' }>;
  /** Ends the whole process group and removes the browser's folders; safe to call more than once. */
  kill(): Promise<void>;
}

export interface LeaseOptions extends BrowserSettings {
  egress: EgressGuard;
  limits: Pick<CaptureLimits, 'memoryBytes'>;
  /** Belongs to this capture alone; the browser's folders are created in it. */
  folder: string;
  /** Default: the first browser found in the usual places. */
  executable?: string;
}

const watchMs = 200;

/**
 * Starts a browser for one capture: fresh profile, sandbox on, never as root and, if the host allows it, in its own network
 * namespace that reaches only the egress proxy. Tests the isolation with escape attempts before returning.
 * @throws CaptureError BROWSER_MISSING, BROWSER_FAILED, ISOLATION_FAILED
 */
export async function openBrowser(o: LeaseOptions): Promise<BrowserHandle> {
  const executable = await findBrowser(o.executable);
  const start = { ...o, executable, ...(await makeBrowserFolders(o.folder)) };
  try {
    const started = (await startConfined(start)) ?? (await startBehindProxy(start));
    const lease = await watch(started, start, o.limits);
    try {
      await started.prove(lease.bus);
    } catch (error) {
      await lease.kill();
      throw error;
    }
    return lease;
  } catch (error) {
    await removeFolders(start);
    throw error;
  }
}

async function watch(started: Started, start: Start, limits: LeaseOptions['limits']): Promise<BrowserHandle> {
  const { child, server, isolation } = started;
  const { executable, profileDir } = start;
  const group = child.pid;
  if (group === undefined) throw new CaptureError('BROWSER_FAILED', message('browser.not-started'));
  let words = '';
  child.stderr?.on('data', (chunk) => {
    words = (words + chunk).slice(-2000);
  });

  let why: 'closed' | 'memory' | undefined;
  const end = (reason: typeof why) => {
    why ??= reason;
    return killBrowser(group, profileDir);
  };
  const memory = memoryMeter(group);
  const watchdog = setInterval(() => {
    if (memory() > limits.memoryBytes) end('memory').catch(() => {});
  }, watchMs);
  const exited = new Promise<{ why: 'closed' | 'crashed' | 'memory' }>((resolve) => {
    child.on('exit', () => {
      clearInterval(watchdog);
      resolve({ why: why ?? 'crashed' });
    });
  });
  const kill = async () => {
    await end('closed');
    server.close();
    await removeFolders(start);
  };

  const bus = pipeBus(child.stdio[3] as Writable, child.stdio[4] as Readable);
  try {
    const { product, userAgent } = await bus.send('Browser.getVersion', undefined, undefined, 20_000);
    return {
      bus,
      version: product.replace('HeadlessChrome', 'Chrome'),
      userAgent,
      executable,
      isolation,
      profileDir,
      exited,
      kill,
    };
  } catch (cause) {
    await kill();
    reportFault(`The browser didn't start. ${words.trim()}`);
    throw new CaptureError('BROWSER_FAILED', message('browser.not-started'), { cause });
  }
}

const removeFolders = async ({ profileDir, temporaryDir }: BrowserFolders): Promise<void> => {
  for (const path of [profileDir, temporaryDir])
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
};

/**
 * Returns the configured path, otherwise tries the usual names. Debian's `chromium` is a script around the executable.
 */
async function findBrowser(path: string | undefined): Promise<string> {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = path ? [path] : ['/usr/lib/chromium/chromium', ...found];
  for (const candidate of candidates) if (await exists(candidate)) return candidate;
  reportFault("Chromium wasn't found. Install it, or set CHROMIUM_PATH.");
  throw new CaptureError('BROWSER_MISSING', message('browser.missing'));
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
