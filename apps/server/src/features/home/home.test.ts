import {
  accountCalls,
  announcementCalls,
  attestationCalls,
  attestationStateTable,
  dictionaryCalls,
  homeCalls,
  notarizationCalls,
  trendDays,
} from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { invitation } from '../../testing/rights/people.ts';
import { useService } from '../../testing/service.ts';

const service = useService();
const { ask, given } = service;
const home = async (token: string) => (await ask(homeCalls.accountHome, {}, { as: token })).data;
const hour = 3_600_000;
const ago = (hours: number) => new Date(service.now.getTime() - hours * hour);

describe('the account home', () => {
  it('is complete and empty for a new account', async () => {
    const { token } = await given.login();

    const { counts, trend, ...rest } = await home(token);

    expect(rest).toEqual({ previews: { list: [], total: 0 }, failures: { list: [], total: 0 }, recent: [] });
    expect(counts).toEqual(Object.fromEntries(attestationStateTable.states.map((state) => [state, 0])));
    expect(trend).toHaveLength(trendDays);
    expect(new Set(trend.map(({ submitted }) => submitted))).toEqual(new Set([0]));
  });

  it('counts the account’s attestations by state, without those of other accounts', async () => {
    const holder = await given.login();
    await given.attestation(await given.login(), { state: 'preview' });
    for (const state of ['succeeded', 'succeeded', 'queuing'] as const) await given.attestation(holder, { state });
    await given.attestation(holder, { createdAt: ago(24 * 400) });

    const { counts, previews, recent } = await home(holder.token);

    expect(counts).toMatchObject({ succeeded: 3, queuing: 1, preview: 0 });
    expect(previews.total).toBe(0);
    expect(recent).toHaveLength(4);
  });

  it('lists the longest-waiting previews first, and counts the rest', async () => {
    const holder = await given.login();
    const anos: string[] = [];
    for (const hours of [3, 7, 1, 5, 2, 6, 4])
      anos[hours] = await given.attestation(holder, { state: 'preview', createdAt: ago(hours) });

    const { previews, recent } = await home(holder.token);

    expect(previews.total).toBe(7);
    expect(previews.list.map(({ ano }) => ano)).toEqual([7, 6, 5, 4, 3].map((hours) => anos[hours]));
    expect(recent.map(({ ano }) => ano)).toEqual([1, 2, 3, 4, 5].map((hours) => anos[hours]));
  });

  it('lists recent failures, newest first, until they are retried', async () => {
    const holder = await given.login();
    const as = { as: holder.token };
    const older = await given.attestation(holder, { state: 'failed', createdAt: ago(30) });
    const newer = await given.attestation(holder, { state: 'failed', createdAt: ago(2) });
    await given.attestation(holder, { state: 'failed', createdAt: ago(24 * 8) });

    const before = await home(holder.token);
    await ask(attestationCalls.retry, { ano: newer }, as);
    const after = await home(holder.token);

    expect(before.failures).toMatchObject({ total: 2, list: [{ ano: newer }, { ano: older }] });
    expect(before.counts.failed).toBe(3);
    expect(after.failures).toMatchObject({ total: 1, list: [{ ano: older }] });
    expect(after.counts).toMatchObject({ failed: 2, queuing: 1 });
  });

  it('is refused to a member who may not see evidence', async () => {
    const holder = await given.login();
    await given.attestation(holder, { state: 'preview' });
    const without = await given.member(holder, ['billing']);
    const reader = await given.member(holder, ['evidence']);

    expect((await ask(homeCalls.accountHome, {}, { as: without.token })).refused).toBe('NOT_ALLOWED');
    expect((await home(reader.token)).previews.total).toBe(1);
  });
});

describe('the opening', () => {
  const alone = async (as: string) => ({
    me: (await ask(accountCalls.accountInfo, {}, { as })).data,
    notices: (await ask(homeCalls.notices, {}, { as })).data,
    dictionaries: (await ask(dictionaryCalls.dictList, {}, { as })).data,
  });
  const opening = async (as: string, input: { home?: boolean } = {}) =>
    (await ask(homeCalls.opening, input, { as })).data;

  it('contains the same data as the separate calls', async () => {
    const { token: as, ...holder } = await given.login();
    await given.attestation({ token: as, ...holder }, { state: 'preview' });

    const { at, home: part, ...frame } = await opening(as, { home: true });

    expect(frame).toEqual(await alone(as));
    expect(at).toBe(service.now.toISOString());
    expect(part).toEqual({
      account: await home(as),
      announcements: (await ask(announcementCalls.list, { size: 1 }, { as })).data,
      matters: (await ask(notarizationCalls.matters, { view: 'wait-me', size: 1 }, { as })).data,
    });
  });

  it('of another page omits the data of the home page', async () => {
    expect((await opening((await given.login()).token)).home).toBeNull();
  });

  it('leaves out what a member may not see', async () => {
    const { token } = await given.member(await given.login(), ['billing']);

    expect((await opening(token, { home: true })).home).toMatchObject({ account: null, matters: null });
  });
});

describe('the notices', () => {
  it('name an invitation to the user', async () => {
    const invited = await given.login();
    const { token: as } = invited;
    const before = (await ask(homeCalls.notices, {}, { as })).data;
    await invitation('owner').make(service, invited);

    const after = (await ask(homeCalls.notices, {}, { as })).data;

    expect(before).toEqual({ invitations: [], handover: null, isRecoveryOpen: false });
    expect(after.invitations).toHaveLength(1);
  });
});

describe('the trend', () => {
  it('counts by days in UTC+8, today last, and excludes earlier days', async () => {
    const holder = await given.login();
    service.now = new Date('2026-03-01T16:30:00Z');
    const at = (time: string) => new Date(time);
    await given.attestation(holder, { createdAt: at('2026-03-01T15:59:59Z') });
    await given.attestation(holder, { createdAt: at('2026-03-01T16:00:00Z'), state: 'failed' });
    await given.attestation(holder, { createdAt: at('2026-03-01T16:20:00Z'), state: 'capturing' });
    await given.attestation(holder, { createdAt: at('2025-12-02T16:00:00Z') });
    await given.attestation(holder, { createdAt: at('2025-12-02T15:59:59Z') });

    const { trend, counts } = await home(holder.token);

    expect(trend.at(-1)).toEqual({ day: '2026-03-02', submitted: 2, sealed: 0, failed: 1, cancelled: 0 });
    expect(trend.at(-2)).toEqual({ day: '2026-03-01', submitted: 1, sealed: 1, failed: 0, cancelled: 0 });
    expect(trend[0]).toEqual({ day: '2025-12-03', submitted: 1, sealed: 1, failed: 0, cancelled: 0 });
    expect(trend.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(4);
    expect(counts.succeeded).toBe(3);
  });
});
