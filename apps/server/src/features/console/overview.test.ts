import { consoleCalls as calls, captureCounts, type SentOf } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';
import { invoicing } from '../invoices/testing/invoices.ts';

const silent = {
  authority: 'http://tsa.example/tsr',
  since: new Date('2026-11-23T00:00:00Z'),
  until: new Date('2026-11-23T00:05:00Z'),
  detail: 'timeout',
};
const service = useService({ restingAuthorities: [silent] });
const { ask, given } = service;

describe('the overview', () => {
  it('counts waiting and failed captures and lists the nodes', async () => {
    const holder = await given.login();
    await given.attestation(holder, { state: 'queuing' });
    await given.attestation(holder, { state: 'failed' });
    await service.database.pool.query(
      `insert into capture_node (name, seen_at, clock_offset_ms, clock_uncertainty_ms, captures, sessions)
       values ('here', $1, 1500, 20, 3, 2), ('gone', $2, 90000, 20, null, null)`,
      [service.now, new Date(service.now.getTime() - 3_600_000)],
    );

    const { data } = await ask(calls.consoleOverview, {}, { as: (await given.staff('notary')).token });

    expect(data.captures).toMatchObject({ queuing: 1, failed: 1, failures: [{ code: 'LOAD_TIMEOUT', count: 1 }] });
    expect(data.captures.oldestQueuedAt).not.toBeNull();
    expect(data.nodes).toMatchObject([
      { name: 'here', isThere: true, clockOffsetMs: 1_500, isClockFar: false, captures: 3, sessions: 2 },
      { name: 'gone', isThere: false, clockOffsetMs: 90_000, isClockFar: true, captures: null, sessions: null },
    ]);
    expect(data.invoices).toEqual({ pending: 0, oldestAt: null });
    expect(data.bankTransfers).toEqual({ pending: 0, oldestAt: null });
    expect(data.log.size).toBe(0);
    expect(data.silentAuthorities).toEqual([
      { authority: silent.authority, since: silent.since.toISOString(), detail: 'timeout' },
    ]);
    expect(data.storeCheck).toBeNull();
  });

  it('lists faults of the platform of the last day, including ones repaired by a later attempt', async () => {
    const holder = await given.login();
    const ano = await given.attestation(holder, { state: 'succeeded' });
    const at = (hoursAgo: number) => new Date(service.now.getTime() - hoursAgo * 3_600_000);
    for (const [node, code, hoursAgo] of [
      ['node-1', 'INTERNAL', 2],
      ['node-1', 'INTERNAL', 1],
      ['node-2', 'BROWSER_FAILED', 3],
      ['node-3', 'INTERRUPTED', 25],
    ] as const)
      await service.database.pool.query(
        'insert into capture_fault (at, ano, attempt, node, code, trace_id) values ($1, $2, 1, $3, $4, $5)',
        [at(hoursAgo), ano, node, code, `trace-${hoursAgo}`],
      );

    const { data } = await ask(calls.consoleOverview, {}, { as: (await given.staff('operator')).token });

    expect(data.captures.faults).toEqual([
      { code: 'INTERNAL', node: 'node-1', count: 2, lastAt: at(1).toISOString(), lastAno: ano, traceId: 'trace-1' },
      {
        code: 'BROWSER_FAILED',
        node: 'node-2',
        count: 1,
        lastAt: at(3).toISOString(),
        lastAno: ano,
        traceId: 'trace-3',
      },
    ]);
  });

  it('counts failed attempts even if a later one succeeded, and captures that failed for good', async () => {
    const holder = await given.login();
    const { token } = await given.staff();
    const counts = async () => (await ask(calls.consoleOverview, {}, { as: token })).data.captures;
    const before = await counts();
    const ano = await given.attestation(holder, { state: 'succeeded' });
    await service.database.pool.query(
      `insert into attestation_event (ano, attempt, event, by, at) values ($1, 1, 'failed', 'node', $2)`,
      [ano, service.now],
    );
    await service.database.pool.query(
      `insert into capture_fault (at, ano, attempt, node, code, trace_id)
       values ($2, $1, 1, 'a', 'INTERNAL', 't'), ($2, $1, 2, 'a', 'INTERNAL', 't')`,
      [ano, service.now],
    );

    const after = await counts();

    expect([after.failed - before.failed, after.failedAttempts - before.failedAttempts]).toEqual([0, 2]);
    const { data } = await ask(calls.consoleCaptures, { show: 'failedAttempts' }, { as: token });
    expect(data.list.filter((one) => one.ano === ano)).toMatchObject([
      { attempt: 1, state: 'succeeded', code: 'INTERNAL', node: 'a', traceId: 't', accountId: holder.accountId },
      { attempt: 2, code: 'INTERNAL' },
    ]);
  });

  it('has a list behind each count of captures, also by reason', async () => {
    const holder = await given.login();
    await given.attestation(holder, { state: 'capturing' });
    await given.attestation(holder, { state: 'failed' });
    const { token } = await given.staff();
    const { captures } = (await ask(calls.consoleOverview, {}, { as: token })).data;
    const totalOf = async (input: SentOf<typeof calls.consoleCaptures>) =>
      (await ask(calls.consoleCaptures, { size: 100, ...input }, { as: token })).data.total;

    for (const show of captureCounts) expect([show, await totalOf({ show })]).toEqual([show, captures[show]]);
    for (const { code, count } of captures.failures)
      expect(await totalOf({ show: 'failed', code: code as 'LOAD_TIMEOUT' })).toBe(count);
    const notary = (await given.staff('notary')).token;
    expect((await ask(calls.consoleCaptures, { show: 'failed' }, { as: notary })).refused).toBe('NOT_ALLOWED');
  });

  it('shows zeros if nothing is pending', async () => {
    const { token } = await given.staff();

    const { data } = await ask(calls.consoleOverview, {}, { as: token });

    const nothing = { pending: 0, oldestAt: null };
    expect([data.invoices, data.bankTransfers, data.reports]).toEqual([nothing, nothing, nothing]);
  });

  it('counts an invoice that awaits issue', async () => {
    const { token: as } = await given.login();
    const made = invoicing(service);
    await made.apply(as, { orderNos: [await made.paid(as)], headerId: await made.header(as) });

    const { data } = await ask(calls.consoleOverview, {}, { as: (await given.staff()).token });

    expect(data.invoices).toEqual({ pending: 1, oldestAt: service.now.toISOString() });
  });
});
