import { readFile } from 'node:fs/promises';
import { arch, release, type as systemName } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '@proofkeep/contract';
import type { CdpBus } from '../browser/cdp.ts';
import { countCookies } from '../browser/cookies.ts';
import { executableDigest } from '../browser/executable-digest.ts';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { tool } from '../tool.ts';
import { done, type Step } from './step.ts';

/** Writes the cleanliness report: the measured environment of the capture, not the configured one. */
export const inspect: Step = {
  name: 'inspect',
  limitMs: 15_000,
  needs: 'browser',
  fatal: 'BROWSER_FAILED',
  async run(capture) {
    const { job, config } = capture;
    const lease = capture.lease.get();
    if (!(await isSandboxed(lease.bus))) throw new CaptureError('ISOLATION_FAILED', message('browser.no-sandbox'));
    const cookieCount = await countCookies(capture.page.get());
    capture.environment = {
      tool: tool.name,
      toolVersion: tool.version,
      browser: lease.version,
      browserSha256: await executableDigest(lease.executable, config.CAPTURE_CACHE),
      userAgent: capture.emulation.get().userAgent,
      operatingSystem: await operatingSystem(),
      isolation: lease.isolation,
      sandbox: true,
      freshProfile: cookieCount === 0,
      profileRemovedAt: null,
      extensions: await extensions(capture),
      locale: job.locale,
      timezone: job.timezone,
      viewport: `${job.viewport.width}x${job.viewport.height}`,
      options: { device: job.device, waitForText: job.waitForText, allDensities: job.allDensities },
      settings: {
        openedDestinations: job.egressAllow,
        fixedNames: [...config.CAPTURE_HOSTS].flatMap(([name, addresses]) => addresses.map((one) => `${name}=${one}`)),
        trustedKeys: config.CAPTURE_TRUST_SPKI,
      },
      resolvers: await resolvers(),
      clock: { before: null, after: null },
    };
    return done();
  },
};

/** A renderer installs its seccomp filter last, before it starts to work. */
const filterMs = 3_000;
const lookMs = 50;

async function isSandboxed(bus: CdpBus): Promise<boolean> {
  for (const until = Date.now() + filterMs; Date.now() < until; await sleep(lookMs))
    if (await areRenderersFiltered(bus)) return true;
  return false;
}

/** Asks the kernel: every renderer must run under a system call filter (seccomp mode 2). */
async function areRenderersFiltered(bus: CdpBus): Promise<boolean> {
  const { processInfo } = await bus.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  const modes = await Promise.all(renderers.map(async ({ id }) => /^Seccomp:\s*(\d)$/m.exec(await statusOf(id))?.[1]));
  return modes.length > 0 && modes.every((mode) => mode === '2');
}

/** Empty if the process has ended. */
const statusOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');

/** Extensions that run code in this browser appear as targets with their own URL scheme. */
async function extensions(capture: Capture): Promise<string[]> {
  const { targetInfos } = await capture.lease.get().bus.send('Target.getTargets', { filter: [{}] });
  const ids = targetInfos.flatMap(({ url }) => /^chrome-extension:\/\/([a-p]{32})/.exec(url)?.[1] ?? []);
  return [...new Set(ids)];
}

async function operatingSystem(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const name = /^PRETTY_NAME="?([^"\n]+)"?$/m.exec(text)?.[1];
  return [name, `${systemName()} ${release()} ${arch()}`].filter(Boolean).join(', ');
}

async function resolvers(): Promise<string[]> {
  const text = await readFile('/etc/resolv.conf', 'utf8').catch(() => '');
  return [...text.matchAll(/^\s*nameserver\s+(\S+)/gm)].map((match) => match[1] as string);
}
