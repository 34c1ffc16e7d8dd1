import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../capture/src/node.ts', import.meta.url));
/** Time that the node has on shutdown to return its captures and finish its live sessions. */
const endMs = 50_000;
const againMs = { first: 500, longest: 30_000 };
/** A node that ran this long didn't fail because of its startup, so the pause starts over. */
const soundMs = 60_000;

/** Keeps one local capture node running; restarts it with growing pauses. */
export function keepLocalNode(environment: NodeJS.ProcessEnv): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const keeping = (async () => {
    for (let pauseMs = againMs.first; !stopping.signal.aborted; ) {
      const startedAt = performance.now();
      // If this process is killed, the node notices the closed channel and exits.
      child = spawn(process.execPath, [entry], { env: environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      await once(child, 'exit');
      if (stopping.signal.aborted) return;
      pauseMs = performance.now() - startedAt > soundMs ? againMs.first : Math.min(pauseMs * 2, againMs.longest);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), endMs);
      await keeping;
      clearTimeout(late);
    },
  };
}
