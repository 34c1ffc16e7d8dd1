import { type JobName, jobs as jobNames } from '@proofkeep/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type JobHandlers, openJobs } from '../../jobs/jobs.ts';
import { attestationPlace } from '../evidence/service.ts';
import { findBalance } from '../money/service.ts';
import { jobHandlers } from './jobs.ts';
import { seal } from './sealing/seal.ts';
import { findAttestation } from './store.ts';
import { revokeSeal } from './testing/revoked-seal.ts';
import { deliveredCents, useInstallation } from './testing/test-installation.ts';

const given = useInstallation();
const row = (ano: string) => findAttestation(given.installation.database.pool, ano);
const balance = (accountId: string) => findBalance(given.installation.database.pool, accountId);
const files = (ano: string) => given.installation.store.list(attestationPlace(ano));
const leaves = async (ano: string) =>
  (await given.installation.database.pool.query('select from log_entry where key = $1', [ano])).rowCount;

let restore: () => void = () => {};
afterEach(() => restore());

/** The jobs of attestations as the service runs them, and the errors that its operator sees. */
async function startJobs() {
  const { database } = given.installation;
  const errors: Error[] = [];
  const others = Object.fromEntries((Object.keys(jobNames) as JobName[]).map((name) => [name, async () => {}]));
  const handlers = {
    ...others,
    ...jobHandlers(
      given.installation,
      () => jobs,
      () => {},
    ),
  } as JobHandlers;
  const jobs = await openJobs(database, { handlers, onError: (error) => void errors.push(error) });
  return { jobs, errors };
}

describe('seal', () => {
  it('fails a capture that does not verify, releases its hold and notifies the operator', async () => {
    const { ano, fence, accountId } = await given.delivered();
    expect(await balance(accountId)).toEqual({ balanceCents: 0, heldCents: deliveredCents });
    restore = revokeSeal(given.dataDir);
    const { jobs, errors } = await startJobs();

    await given.installation.database.transaction((db) => jobs.send(db, 'seal', { ano, fence }));
    await vi.waitFor(async () => expect(await files(ano)).toEqual([]), { timeout: 20_000, interval: 100 });
    await jobs.close();

    expect(await row(ano)).toMatchObject({ state: 'failed', failure: { said: { name: 'seal.not-verified' } } });
    expect(await balance(accountId)).toEqual({ balanceCents: deliveredCents, heldCents: 0 });
    expect(await leaves(ano)).toBe(0);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(`^${ano} does not verify and is not sealed.*was revoked on`),
    ]);
  }, 40_000);
});

describe('resume-sealing', () => {
  const resume = () => {
    const { 'resume-sealing': job } = jobHandlers(given.installation, unused, () => {});
    return job({});
  };
  const unused = () => ({
    send: () => Promise.reject(new Error('It enqueues nothing.')),
    close: async () => {},
  });
  const age = (ano: string, hours: number) =>
    given.installation.database.pool.query(
      'update attestation set changed_at = now() - make_interval(hours => $2) where ano = $1',
      [ano, hours],
    );

  it('certifies a logged capture whenever that becomes possible, and notifies the operator until then', async () => {
    const captured = await given.delivered();
    await seal(given.installation, captured);
    restore = revokeSeal(given.dataDir);
    await age(captured.ano, 14);

    await expect(resume()).rejects.toThrow("1 attestations can't be sealed.");
    await expect(resume()).rejects.toMatchObject({
      errors: [{ cause: { message: expect.stringContaining('revoked') } }],
    });
    expect(await row(captured.ano)).toMatchObject({ state: 'sealing', certifiedPlace: null });
    restore();
    await resume();

    expect(await row(captured.ano)).toMatchObject({ state: 'succeeded', retainedUntil: expect.any(Date) });
    expect(await balance(captured.accountId)).toEqual({ balanceCents: 0, heldCents: 0 });
  });

  it('seals a delivered capture whose own job gave up', async () => {
    const { ano, fence } = await given.delivered();
    await given.installation.database.pool.query(
      `update delivery set delivered_at = now() - interval '14 hours' where fence = $1`,
      [fence],
    );

    await resume();

    expect(await row(ano)).toMatchObject({ state: 'succeeded', rung: 'certified' });
  });

  it('ends a live session that could not be sealed within 30 days, and releases its hold', async () => {
    const { ano, fence, accountId } = await given.delivered();
    const { pool } = given.installation.database;
    await pool.query(`update attestation set kind = 'live' where ano = $1`, [ano]);
    await pool.query(
      `insert into live_head (fence, n, ano, to_ms, head, chunk, announced_at)
       values ($1, 0, $2, 4000, decode(repeat('00', 32), 'hex'), '{}', now() - interval '31 days')`,
      [fence, ano],
    );

    await resume();

    expect(await row(ano)).toMatchObject({ state: 'failed', failure: { said: { name: 'session.given-up' } } });
    expect(await balance(accountId)).toEqual({ balanceCents: deliveredCents, heldCents: 0 });
    expect(await files(ano)).not.toEqual([]);
  });

  it('leaves recent captures to the retries of their own job', async () => {
    const captured = await given.delivered();
    const unsealed = await given.delivered();
    await seal(given.installation, captured);
    await age(captured.ano, 12);

    await resume();

    expect((await row(captured.ano))?.state).toBe('sealing');
    expect((await row(unsealed.ano))?.state).toBe('capturing');
  });
});
