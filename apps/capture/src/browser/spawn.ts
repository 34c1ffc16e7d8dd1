import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Server } from 'node:net';
import { delimiter } from 'node:path';
import type { EgressGuard } from '../egress/guard.ts';
import type { CdpBus } from './cdp.ts';
import { type BrowserSettings, flags } from './flags.ts';

/** What a browser may write to: its profile, and a folder for what it leaves in temporary folders. */
export interface BrowserFolders {
  profileDir: string;
  /** Chromium makes a socket in it, whose path may have 107 bytes: short, and not inside the profile. */
  temporaryDir: string;
}

export interface Start extends BrowserSettings, BrowserFolders {
  executable: string;
  egress: EgressGuard;
}

export interface Started {
  /** Leads the process group of the browser; its descriptors 3 and 4 are the debugging pipe. */
  child: ChildProcess;
  isolation: 'namespace' | 'proxy';
  /** Where the browser finds the proxy. */
  server: Server;
  /** To be called before the browser is used. @throws CaptureError ISOLATION_FAILED; the caller ends the browser. */
  prove(bus: CdpBus): Promise<void>;
}

/**
 * The user whom root gives the browsers of this process to: one that owns nothing, not even the database, and another one
 * for nearly every process. Of the range that systemd keeps for such users (systemd.exec, DynamicUser).
 */
export const unprivileged = 61_184 + (process.pid % (65_520 - 61_184));

/** Starts the browser as the last part of the command `within`, as the leader of a process group. */
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

/** Chromium refuses to run as root with its sandbox on, and hostile pages are no company for root: those rights are given up. */
const asUser = (): string[] =>
  process.getuid?.() === 0
    ? ['setpriv', `--reuid=${unprivileged}`, `--regid=${unprivileged}`, '--clear-groups', '--']
    : [];
