import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Log } from './log.ts';
import type { CommitPoint } from './sequencer.ts';
import { useTestLog } from './testing/test-log.ts';

const given = useTestLog();

const kills = 3;
const writers = ['a', 'b', 'c'];

const points: CommitPoint[] = ['sequenced', 'committed', 'tile-published', 'tiles-published', 'published'];
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('give' as const), by: fc.nat(2), count: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('roll-back' as const), by: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('stop' as const), by: fc.nat(2), at: fc.constantFrom(...points) }),
  },
);

describe('the log under random histories', () => {
  it('holds each acknowledged leaf once at its promised index, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), fc.nat(), async (steps, run) => {
        const promised = new Map<string, number>();
        const stopAt: (CommitPoint | undefined)[] = [];
        const open = (i: number) =>
          given.open((point) => {
            if (stopAt[i] !== point) return;
            stopAt[i] = undefined;
            throw new Error('stopped');
          });
        const logs: Log[] = await Promise.all([open(0), open(1), open(2)]);
        const before = (await logs[0]?.status())?.size ?? 0;
        let taken = 0;

        const play = async (one: (typeof steps)[number], i: number) => {
          const log = logs[one.by] as Log;
          const key = (n: number) => `${run}-${before}-${i}-${n}`;
          if (one.kind === 'stop') stopAt[one.by] = one.at;
          else if (one.kind === 'roll-back') await expect(rolledBack(log, key(0))).rejects.toThrow('on purpose');
          else {
            const keys = Array.from({ length: one.count }, (_, n) => key(n));
            await given.enqueue(log, ...keys);
            taken += keys.length;
            const entries = await Promise.all(keys.map((name) => log.logged(name))).catch(() => []);
            for (const [n, { index }] of entries.entries()) promised.set(key(n), index);
            if (entries.length === 0) logs[one.by] = await open(one.by);
          }
        };
        await Promise.all(steps.map(play));

        const log = await open(3);
        await given.expectSound(before + taken);
        for (const [key, index] of promised) expect((await log.logged(key)).index).toBe(index);
      }),
      { numRuns: byTestLength({ short: 3, long: 16 }) },
    );
  }, 60_000);

  it('keeps all acknowledged leaves after repeated database kills', async () => {
    const acknowledged: string[] = [];
    let log = await given.open();
    let isOver = false;
    const writer = async (name: string) => {
      for (let i = 0; !isOver; i++) {
        const key = `${name}-${i}`;
        try {
          await given.enqueue(log, key);
          acknowledged.push(key);
          await log.logged(key);
        } catch {
          // The last leaf's outcome is unknown: it may or may not exist.
        }
      }
    };
    const killer = async () => {
      for (let kill = 1; kill <= kills; kill++) {
        while (acknowledged.length < kill * 15) await sleep(10);
        killDatabase();
      }
      while (acknowledged.length < (kills + 1) * 15) await sleep(10);
      isOver = true;
    };
    await Promise.all([...writers.map(writer), killer()]);

    log = await given.open();
    const { entries, problems } = await given.check();
    expect(problems).toEqual([]);
    const indexes = await Promise.all(acknowledged.map(async (key) => (await log.logged(key)).index));
    expect(new Set(indexes).size).toBe(acknowledged.length);
    expect(entries - acknowledged.length).toBeLessThanOrEqual(kills * writers.length);
  }, 60_000);
});

function rolledBack(log: Log, name: string): Promise<void> {
  return given.database.transaction(async (client) => {
    await log.enqueue(client, { key: name, bytes: Buffer.from(name) });
    throw new Error('on purpose');
  });
}

function killDatabase(): void {
  const lock = readFileSync(join(given.dataDir, 'postgres/data/postmaster.pid'), 'utf8');
  const server = Number(lock.split('\n')[0]);
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === server);
  for (const pid of [server, ...children.map(Number)]) process.kill(pid, 'SIGKILL');
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
