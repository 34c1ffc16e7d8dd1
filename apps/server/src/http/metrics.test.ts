import { readFileSync } from 'node:fs';
import { attestationCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const token = 'a-token-that-only-the-monitor-has-0';
const service = useService({ app: { metricsToken: token } });
const unmeasured = useService();

const get = (authorization?: string, of = service) =>
  of.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
const read = async () => (await get(`Bearer ${token}`)).body.split('\n');

describe('access to the metrics', () => {
  it('requires the token', async () => {
    for (const shown of [undefined, '', 'Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token])
      expect((await get(shown)).statusCode).toBe(401);

    const { statusCode, headers, body } = await get(`Bearer ${token}`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    expect(body).toContain('process_resident_memory_bytes');
  });

  it('does not exist if no token is configured', async () => {
    expect((await get(`Bearer ${token}`, unmeasured)).statusCode).toBe(404);
    expect((await get('Bearer ', unmeasured)).statusCode).toBe(404);
  });
});

describe('the metrics', () => {
  it('count calls by name and status, not by path', async () => {
    const { token: session } = await service.given.login();
    for (const ano of ['EV-not-there', 'EV-nor-this'])
      await service.ask(attestationCalls.timestamp, { ano }, { as: session });
    await service.app.inject('/nothing/here');

    const lines = await read();

    expect(lines).toContain('proofkeep_call_duration_seconds_count{call="attestations.timestamp",status="404"} 2');
    expect(lines.join()).not.toContain('EV-not');
    expect(lines.join()).not.toContain('/nothing');
    expect(
      lines.some((line) => line.startsWith('proofkeep_call_duration_seconds_count{call="other",status="404"')),
    ).toBe(true);
  });
});

it('the metrics that docs/operating.md gives alerts for exist', async () => {
  const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const named = [...page.matchAll(/\bproofkeep_[a-z_]+/g)].map(([name]) => name.replace(/_(?:bucket|count|sum)$/, ''));

  const lines = await read();

  expect(named.length).toBeGreaterThan(10);
  const types = new Set(lines.map((line) => /^# TYPE (\S+)/.exec(line)?.[1]));
  expect(named.filter((name) => !types.has(name))).toEqual([]);
});

describe('metrics from the database', () => {
  const measured = useService({ app: { metricsToken: token } });

  it('match the database and are read at most every few seconds', async () => {
    const holder = await measured.given.login();
    const anHourAgo = new Date(measured.now.getTime() - 3_600_000);
    await measured.given.attestation(holder, { state: 'queuing', createdAt: anHourAgo });
    await measured.given.attestation(holder, { state: 'succeeded' });
    const { pool } = measured.database;
    await pool.query(
      `insert into capture_node (name, seen_at, clock_offset_ms, clock_uncertainty_ms)
       values ('here', $1, -5000, 20), ('gone', $2, 90000, 20)`,
      [measured.now, anHourAgo],
    );
    await pool.query(
      `insert into text_message (phone, state, refusal) values ('1', 'refused', 'isv.AMOUNT_NOT_ENOUGH'), ('2', 'refused', 'EXPIRED')`,
    );

    const later = await measured.given.attestation(holder, { state: 'queuing', createdAt: new Date(0) });
    await pool.query(`update attestation set resume_at = $2 where ano = $1`, [
      later,
      new Date(measured.now.getTime() + 3_600_000),
    ]);
    await pool.query(
      `insert into capture_fault (at, ano, attempt, node, code) values (now(), $1, 1, 'here', 'INTERNAL'), (now(), $1, 2, 'here', 'INTERNAL')`,
      [later],
    );

    const first = (await get(`Bearer ${token}`, measured)).body.split('\n');
    await measured.given.attestation(holder, {
      state: 'queuing',
      createdAt: new Date(anHourAgo.getTime() - 3_600_000),
    });
    const second = (await get(`Bearer ${token}`, measured)).body.split('\n');

    for (const lines of [first, second])
      expect(lines).toEqual(
        expect.arrayContaining([
          'proofkeep_attestations{state="queuing"} 2',
          'proofkeep_attestations{state="succeeded"} 1',
          'proofkeep_attestations{state="failed"} 0',
          'proofkeep_oldest_waiting_capture_seconds 3600',
          'proofkeep_captures_under_way 0',
          'proofkeep_capture_faults_total{code="INTERNAL",node="here"} 2',
          'proofkeep_capture_nodes 1',
          'proofkeep_capture_nodes_with_far_clock 1',
          'proofkeep_log_size 0',
          'proofkeep_jobs{name="seal",state="failed"} 0',
          'proofkeep_text_messages{state="refused",refusal="isv.AMOUNT_NOT_ENOUGH"} 1',
          'proofkeep_database_connections{state="waiting"} 0',
        ]),
      );
  });
});
