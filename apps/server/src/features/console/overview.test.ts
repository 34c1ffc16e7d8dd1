import { consoleCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;

describe('the overview', () => {
  it('counts waiting and failed captures and lists the nodes', async () => {
    const holder = await given.login();
    await given.attestation(holder, { state: 'queuing' });
    await given.attestation(holder, { state: 'failed' });
    await service.database.pool.query(
      `insert into capture_node (name, seen_at, clock_offset_ms, clock_uncertainty_ms)
       values ('here', $1, 1500, 20), ('gone', $2, 90000, 20)`,
      [service.now, new Date(service.now.getTime() - 3_600_000)],
    );

    const { data } = await ask(calls.consoleOverview, {}, { as: (await given.staff('notary')).token });

    expect(data.captures).toMatchObject({ queuing: 1, failed: 1, failures: [{ code: 'LOAD_TIMEOUT', count: 1 }] });
    expect(data.captures.oldestQueuedAt).not.toBeNull();
    expect(data.nodes).toMatchObject([
      { name: 'here', isThere: true, clockOffsetMs: 1_500, isClockFar: false },
      { name: 'gone', isThere: false, clockOffsetMs: 90_000, isClockFar: true },
    ]);
    expect(data.log.size).toBe(0);
    expect(data.storeCheck).toBeNull();
  });
});
