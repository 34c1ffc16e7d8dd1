import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type CaptureJob, type CaptureLimits, say } from '@proofkeep/contract';
import { CaptureError } from '../capture-error.ts';
import type { EgressGuard } from '../egress/guard.ts';
import { type CdpBus, pipeBus } from './cdp.ts';
import { awaitGate, confinedStart, gatePort, setCanaries } from './gate.ts';
import { killGroup, memoryOf } from './process-group.ts';

export interface BrowserLease {
  bus: CdpBus;
  /** As the browser names itself, e.g. `Chrome/156.0.8078.73`. */
  version: string;
  userAgent: string;
  executable: string;
  executableSha256: Promise<string>;
  isolation: 'namespace' | 'proxy';
  /** Chromium's own sandbox; it is never switched off. */
  sandbox: true;
  profileDir: string;
  /** Why it ended; `closed` when `kill` did it. */
  exited: Promise<{ why: 'closed' | 'crashed' | 'memory' }>;
  peakMemoryBytes(): number;
  /** Ends the whole process group and removes the profile; safe to call more than once. */
  kill(): Promise<void>;
}

export interface LeaseOptions {
  egress: EgressGuard;
  limits: Pick<CaptureLimits, 'memoryBytes'>;
  locale: string;
  viewport: CaptureJob['viewport'];
  tls: CaptureJob['tls'];
  /** Absent: the first one found where systems keep it. */
  executable?: string;
  /** Public keys (base64 SHA-256 of the SubjectPublicKeyInfo) that the browser takes as valid. */
  trustSpki: readonly string[];
}

const unprivileged = 65534;
const profilePrefix = 'proofkeep-profile-';
const watchMs = 200;

/**
 * Starts a browser of its own for one capture: fresh profile, sandbox on, never as root, and where the host allows it alone
 * in a network namespace in which only the egress proxy can be reached. That confinement is tried out from inside before the
 * browser starts in it. @throws CaptureError BROWSER_MISSING, BROWSER_FAILED, ISOLATION_FAILED
 */
export async function leaseBrowser(o: LeaseOptions): Promise<BrowserLease> {
  const executable = await findBrowser(o.executable);
  const profileDir = await makeProfile();
  try {
    const started =
      (await startConfined(executable, profileDir, o)) ?? (await startBehindProxy(executable, profileDir, o));
    return await watch(started, executable, profileDir, o);
  } catch (error) {
    await rm(profileDir, { recursive: true, force: true });
    throw error;
  }
}

/** Removes profiles whose capture node is gone; its browsers died with it. */
export async function sweepProfiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${profilePrefix}(\\d+)-`).exec(name)?.[1]);
    if (pid && !(await exists(`/proc/${pid}`))) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

interface Started {
  child: ChildProcess;
  isolation: BrowserLease['isolation'];
  server: Server;
}

/** @returns undefined when the host lets nobody make network namespaces. */
async function startConfined(executable: string, profileDir: string, o: LeaseOptions): Promise<Started | undefined> {
  const canaries = await setCanaries();
  const node = openSync(process.execPath, 'r');
  try {
    const confined = [
      'unshare',
      '--map-current-user',
      '--net',
      '--keep-caps',
      '--',
      'bash',
      '-c',
      confinedStart,
      'confined',
    ];
    const [program, ...args] = [...asUser(), ...confined, executable, ...flags(profileDir, gatePort, o)] as [
      string,
      ...string[],
    ];
    const child = spawn(program, args, {
      cwd: '/',
      detached: true,
      env: { ...browserEnvironment(profileDir), ...canaries.environment },
      // 3 and 4 are the browser's debugging pipe, 5 the gate's channel, 6 the program that opens the gate.
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'ipc', node],
    });
    const gate = await awaitGate(child);
    if (!gate) return undefined;
    if (gate.reached.length > 0 || canaries.touched()) {
      if (child.pid) await killGroup(child.pid);
      gate.server.close();
      const what = gate.reached.join(', ') || 'this machine';
      throw new CaptureError('ISOLATION_FAILED', say('browser.not-confined', { what }));
    }
    gate.server.on('connection', o.egress.accept);
    return { child, isolation: 'namespace', server: gate.server };
  } finally {
    closeSync(node);
    canaries.close();
  }
}

async function startBehindProxy(executable: string, profileDir: string, o: LeaseOptions): Promise<Started> {
  const server = createServer(o.egress.accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const death = ['setpriv', '--pdeathsig', 'KILL', '--'];
  const [program, ...args] = [...asUser(), ...death, executable, ...flags(profileDir, port, o)] as [
    string,
    ...string[],
  ];
  const child = spawn(program, args, {
    cwd: '/',
    detached: true,
    env: browserEnvironment(profileDir),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  return { child, isolation: 'proxy', server };
}

async function watch(started: Started, executable: string, profileDir: string, o: LeaseOptions): Promise<BrowserLease> {
  const { child, server, isolation } = started;
  const group = child.pid;
  if (group === undefined) throw new CaptureError('BROWSER_FAILED', say('browser.not-started', { why: executable }));
  let words = '';
  child.stderr?.on('data', (chunk) => {
    words = (words + chunk).slice(-2000);
  });
  const executableSha256 = digestOf(executable);

  let peak = 0;
  let why: 'closed' | 'memory' | undefined;
  const end = (reason: typeof why) => {
    why ??= reason;
    return killGroup(group);
  };
  const watchdog = setInterval(() => {
    const bytes = memoryOf(group);
    peak = Math.max(peak, bytes);
    if (bytes > o.limits.memoryBytes) end('memory').catch(() => {});
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
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  };

  const bus = pipeBus(child.stdio[3] as Writable, child.stdio[4] as Readable);
  try {
    const { product, userAgent } = await bus.send('Browser.getVersion', undefined, undefined, 20_000);
    return {
      bus,
      version: product.replace('HeadlessChrome', 'Chrome'),
      userAgent,
      executable,
      executableSha256,
      isolation,
      sandbox: true,
      profileDir,
      exited,
      peakMemoryBytes: () => peak,
      kill,
    };
  } catch (cause) {
    await kill();
    const why = words.trim().split('\n').at(-1) ?? '';
    throw new CaptureError('BROWSER_FAILED', say('browser.not-started', { why }), { cause });
  }
}

/** Chromium refuses to run as root with its sandbox on, and hostile pages are no company for root: those rights are given up. */
const asUser = (): string[] =>
  process.getuid?.() === 0
    ? ['setpriv', `--reuid=${unprivileged}`, `--regid=${unprivileged}`, '--clear-groups', '--']
    : [];

const browserEnvironment = (profileDir: string): NodeJS.ProcessEnv => ({
  PATH: [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter),
  HOME: profileDir,
  LANG: 'C.UTF-8',
});

function flags(profileDir: string, proxyPort: number, { locale, viewport, tls, trustSpki }: LeaseOptions): string[] {
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profileDir}`,
    `--proxy-server=127.0.0.1:${proxyPort}`,
    // Without this Chromium goes past the proxy to loopback and link-local addresses.
    '--proxy-bypass-list=<-loopback>',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--lang=${locale}`,
    `--window-size=${viewport.width},${viewport.height}`,
    '--force-device-scale-factor=1',
    '--hide-scrollbars',
    '--mute-audio',
    '--disable-gpu',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-component-extensions-with-background-pages',
    '--disable-default-apps',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-domain-reliability',
    '--disable-field-trial-config',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    // Windows that the page opens are part of what it does; the capture closes those beyond its limit.
    '--disable-popup-blocking',
    // The last two draw the address bar's suggestions in a renderer of their own: measured 0.5 CPU s and 60 MB a start.
    '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,SpareRendererForSitePerProcess,BackForwardCache,LazyFrameLoading,HttpsUpgrades,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    ...(trustSpki.length > 0 ? [`--ignore-certificate-errors-spki-list=${trustSpki.join(',')}`] : []),
    ...(tls === 'record-invalid' ? ['--ignore-certificate-errors'] : []),
    'about:blank',
  ];
}

/** The setting, then the names under which systems know the browser. Debian's is a script around the program itself. */
async function findBrowser(path: string | undefined): Promise<string> {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = path ? [path] : ['/usr/lib/chromium/chromium', ...found];
  for (const candidate of candidates) if (await exists(candidate)) return candidate;
  throw new CaptureError('BROWSER_MISSING', say('browser.missing'));
}

async function makeProfile(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), `${profilePrefix}${process.pid}-`));
  if (process.getuid?.() === 0) await chown(path, unprivileged, unprivileged);
  return path;
}

async function digestOf(path: string): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) sum.update(chunk);
  return sum.digest('hex');
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
