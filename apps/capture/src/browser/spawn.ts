import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Server } from 'node:net';
import { delimiter } from 'node:path';
import type { EgressGuard } from '../egress/guard.ts';
import type { CdpBus } from './cdp.ts';
import { type BrowserSettings, flags } from './flags.ts';

/** The folders that a browser may write to: its profile and its temporary files. */
export interface BrowserFolders {
  profileDir: string;
  /**
   * Chromium creates a socket in it, and a socket path is limited to 107 bytes: so it is short and outside the profile.
   */
  temporaryDir: string;
}

export interface Start extends BrowserSettings, BrowserFolders {
  executable: string;
  egress: EgressGuard;
}

export interface Started {
  /** Leader of the browser's process group; its descriptors 3 and 4 are the debugging pipe. */
  child: ChildProcess;
  isolation: 'namespace' | 'proxy';
  /** The server through which the browser reaches the proxy. */
  server: Server;
  /**
   * Call before using the browser.
   * @throws CaptureError ISOLATION_FAILED; the caller ends the browser
   */
  prove(bus: CdpBus): Promise<void>;
}

/**
 * The user id that root runs this process's browsers under. It owns nothing, not even the database, and differs for
 * nearly every process. Taken from the range that systemd reserves for such users (systemd.exec, DynamicUser).
 */
export const unprivileged = 61_184 + (process.pid % (65_520 - 61_184));

/** Starts the browser as the last part of the command `within`, as leader of a process group. */
export function spawnBrowser(
  start: Start,
  o: { within: readonly string[]; proxyPort: number; stdio: StdioOptions; environment?: NodeJS.ProcessEnv },
): ChildProcess {
  const { executable, profileDir, temporaryDir } = start;
  const command = [...asUser(), ...o.within, executable, ...flags(profileDir, o.proxyPort, start)];
  const [program, ...args] = command as [string, ...string[]];
  return spawn(program, args, {
    cwd: '/',
    detached: true,
    env: {
      PATH: [process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter),
      HOME: profileDir,
      TMPDIR: temporaryDir,
      LANG: 'C.UTF-8',
      ...o.environment,
    },
    stdio: o.stdio,
  });
}

/** Chromium refuses to run as root with its sandbox on, and hostile pages must not run as root: drops those rights. */
const asUser = (): string[] =>
  process.getuid?.() === 0
    ? ['setpriv', `--reuid=${unprivileged}`, `--regid=${unprivileged}`, '--clear-groups', '--']
    : [];
