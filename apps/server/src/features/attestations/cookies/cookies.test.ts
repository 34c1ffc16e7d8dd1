import { attestationCalls as calls, memberCalls, mostProfileCookies, type PageFacts } from '@proofkeep/contract';
import { describe, expect, it, vi } from 'vitest';
import type { Installation } from '../../../installation.ts';
import { type Login, useService } from '../../../testing/service.ts';
import { findBalance } from '../../money/service.ts';
import { jobHandlers } from '../jobs.ts';
import { moveAttestation } from '../lifecycle.ts';
import { submitLinked } from '../submitting/linked-pages.ts';
import { parseCookies } from './parse.ts';
import { cookiesFor } from './profiles.ts';
import { deleteExpiredProfiles, deleteProfilesOfClosed } from './store.ts';

const service = useService();
const { ask, given } = service;
const value = 'S3cret-value-of-a-session';
const site = 'shop.example';
const orders = 'https://shop.example/orders';
const dayMs = 24 * 3_600_000;

const save = ({ token }: Login, more: object = {}) =>
  ask(calls.saveCookieProfile, { name: '店铺后台', site, cookies: `sid=${value}; theme=dark`, ...more }, { as: token });
function preserve({ token }: Login, cookieProfileId: string, urls: string[] = [orders]) {
  return ask(calls.preserveUrls, { urls, cookieProfileId }, { as: token });
}
const cookiesOf = (ano: string, id: string, url = orders) =>
  cookiesFor(service.database.pool, service.services.vault, { ano, url, id, now: service.now });
const gone = { ok: false, failure: { code: 'COOKIES_GONE', said: { name: 'cookies.gone' } } };
/** Submits several pages of the site with a profile. */
async function givenSubmitted(holder: Login, id: string, pages: number) {
  const urls = Array.from({ length: pages }, (_, n) => `${orders}/${n}`);
  const { batchId, list } = (await preserve(holder, id, urls)).data;
  return { batchId: batchId ?? '', anos: list.map(({ ano }) => ano) };
}

/** Moves an attestation through events in order. */
const move = (ano = '', ...events: ('leased' | 'failed' | 'shown' | 'left')[]) =>
  service.database.transaction(async (db) => {
    const said = { name: 'capture.nothing', values: {}, text: '' } as const;
    for (const event of events) {
      const more = event === 'failed' ? { failure: { code: 'LOAD_TIMEOUT', said } as const } : {};
      await moveAttestation(db, ano, event, event === 'leased' ? { by: { node: 'n' } } : more);
    }
  });

const idsOf = async ({ token }: Login) =>
  (await ask(calls.cookieProfiles, {}, { as: token })).data.list.map(({ id }) => id);
const balanceOf = ({ accountId }: Login) => findBalance(service.database.pool, accountId);

describe('cookies', () => {
  it.each([
    ['a header', `Cookie: sid=${value}; theme=dark`],
    ['an export', JSON.stringify([{ name: 'sid', value, domain: '.shop.example', path: '/', session: true }])],
    ['a file', `# Netscape HTTP Cookie File\n#HttpOnly_.shop.example\tTRUE\t/\tTRUE\t0\tsid\t${value}\n`],
  ])('of %s are rejected', (_what, text) => {
    expect(parseCookies(text, site)?.[0]).toMatchObject({ name: 'sid', value });
  });

  it.each([
    ['another site', JSON.stringify([{ name: 'sid', value, domain: 'evil.example' }])],
    ['a whole top-level domain', JSON.stringify([{ name: 'sid', value, domain: '.example' }])],
    ['a suffix that many share', JSON.stringify([{ name: 'sid', value, domain: '.com.cn' }]), 'shop.com.cn'],
    ['nothing', 'hello'],
    ['broken JSON', '[{'],
    ['a whole browser', Array.from({ length: mostProfileCookies + 1 }, (_, n) => `n${n}=${value}`).join('; ')],
  ])('of %s are refused', (_what, text, of = site) => {
    expect(parseCookies(text, of)).toBeNull();
  });
});

describe('a signed-in profile', () => {
  it('is stored encrypted, and no response contains its values', async () => {
    const holder = await given.login();

    const saved = await save(holder);
    const listed = await ask(calls.cookieProfiles, {}, { as: holder.token });

    expect(saved.data).toMatchObject({ name: '店铺后台', site, cookies: 2, submissionId: null });
    expect(listed.data.list).toEqual([saved.data]);
    expect(JSON.stringify([saved.envelope, listed.envelope])).not.toContain(value);
    const { rows } = await service.database.pool.query<{ text: string }>(
      `select (p::text || encode(p.cookies, 'escape')) as text from cookie_profile p where id = $1`,
      [saved.data.id],
    );
    expect(rows[0]?.text).not.toContain(value);
  });

  it('can be used only for pages of its site, and only by the user who saved it', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence']);
    const { id } = (await save(holder)).data;

    const used = await preserve(holder, id, [`https://www.${site}/`, 'https://other.example/', `https://not${site}/`]);

    expect(used.data.list.map(({ url }) => url)).toEqual([`https://www.${site}/`]);
    expect(used.data.refused.map(({ message }) => message.name)).toEqual(['cookies.other-site', 'cookies.other-site']);
    expect((await preserve(member, id)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.deleteCookieProfile, { id }, { as: member.token })).refused).toBe('NOT_FOUND');
    const own = await cookiesOf(used.data.list[0]?.ano ?? '', id);
    expect(own).toMatchObject({ ok: true, cookies: [{ name: 'sid', value }, { name: 'theme' }] });
    const foreign = (await ask(calls.preserveUrls, { urls: [`https://${site}/`] }, { as: member.token })).data.list[0];
    expect(await cookiesOf(foreign?.ano ?? '', id)).toMatchObject(gone);
  });

  it('can’t be used by a person who acts as its login, and only the submitter can capture its pages again', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence']);
    const { id } = (await save(member)).data;
    const { batchId, anos } = await givenSubmitted(member, id, 3);
    const [failed = '', shown = ''] = anos;
    await move(failed, 'leased', 'failed');
    await move(shown, 'leased', 'shown');
    const again = async ({ token }: Login) => [
      (await ask(calls.retry, { ano: failed }, { as: token })).refused,
      (await ask(calls.captureAgain, { ano: shown }, { as: token })).refused,
      (await ask(calls.batchRetry, { batchId }, { as: token })).refused,
    ];
    const forOthers = ['COOKIES_OF_OTHER_USER', 'COOKIES_OF_OTHER_USER', 'COOKIES_OF_OTHER_USER'];
    expect(await again(holder)).toEqual(forOthers);
    const { data } = await ask(memberCalls.switchTo, { userId: member.loginId }, { as: holder.token });
    const acting = { ...member, token: data.token ?? '' };

    expect((await ask(calls.cookieProfiles, {}, { as: acting.token })).data.list).toEqual([]);
    expect((await preserve(acting, id)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.deleteCookieProfile, { id }, { as: acting.token })).refused).toBe('NOT_FOUND');
    expect(await again(acting)).toEqual(forOthers);
    expect(await again(member)).toEqual([null, null, null]);
  });

  it('can be used for one submission, and is deleted once all of its captures have ended', async () => {
    const holder = await given.login();
    const { id } = (await save(holder)).data;
    const { batchId, anos } = await givenSubmitted(holder, id, 3);
    const [failed = '', shown = '', cancelled = ''] = anos;

    expect((await preserve(holder, id)).refused).toBe('COOKIES_USED');
    await move(failed, 'leased', 'left', 'leased', 'failed');
    expect((await ask(calls.info, { ano: failed }, { as: holder.token })).data.isRetryable).toBe(true);
    expect((await ask(calls.batch, { batchId }, { as: holder.token })).data.batch?.retryable).toBe(1);
    await ask(calls.cancel, { ano: cancelled }, { as: holder.token });
    await move(shown, 'leased', 'shown');
    expect(await cookiesOf(shown, id)).toMatchObject({ ok: true });
    const next = (await ask(calls.captureAgain, { ano: shown }, { as: holder.token })).data.ano;
    expect(await cookiesOf(next, id)).toMatchObject({ ok: true });
    await move(next, 'leased', 'failed');

    expect(await idsOf(holder)).toEqual([]);
    expect(await cookiesOf(next, id)).toMatchObject(gone);
    expect((await ask(calls.retry, { ano: failed }, { as: holder.token })).refused).toBe('COOKIES_DELETED');
    expect((await ask(calls.info, { ano: failed }, { as: holder.token })).data.isRetryable).toBe(false);
    expect((await ask(calls.batch, { batchId }, { as: holder.token })).data.batch?.retryable).toBe(0);
    expect((await ask(calls.retryPrice, { batchId }, { as: holder.token })).data.count).toBe(0);
    expect((await balanceOf(holder)).heldCents).toBe(0);
  });

  it('is deleted although the last two captures end at the same time', async () => {
    const holder = await given.login();
    const { id } = (await save(holder)).data;
    const { anos } = await givenSubmitted(holder, id, 8);

    await Promise.all(anos.map((ano) => move(ano, 'leased', 'failed')));

    expect(await idsOf(holder)).toEqual([]);
  });

  it('is locked before the money of an account, so that a retry and the end of another capture cannot deadlock', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 10_000);
    const { id } = (await save(holder)).data;
    const [ending = ''] = (await givenSubmitted(holder, id, 2)).anos;
    const { pool } = service.database;
    let ended: Promise<void> | undefined;

    const lockable = await service.database.transaction(async (db) => {
      await db.query('select from ledger_account where account_id = $1 for update', [holder.accountId]);
      ended = move(ending, 'leased', 'failed');
      await vi.waitFor(async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        expect(rowCount).toBeGreaterThan(0);
      }, 10_000);
      return db.query('select from cookie_profile where id = $1 for update skip locked', [id]);
    });
    await ended;

    expect(lockable.rowCount).toBe(0);
    expect(await idsOf(holder)).toEqual([id]);
  });

  it('is deleted once expired, although the sweep of uploads fails', async () => {
    const { id } = (await save(await given.login())).data;
    const { database, store } = service;
    await database.pool.query(`update cookie_profile set expires_at = now() - interval '1 day' where id = $1`, [id]);
    const limited = { ...store, removeUnfinished: () => Promise.reject(new Error('The bucket refused.')) };
    const handlers = jobHandlers(
      { database, store: limited } as unknown as Installation,
      () => service.jobs,
      () => {},
    );

    await expect(handlers['sweep-received-files']({})).rejects.toThrow();

    expect((await database.pool.query('select from cookie_profile where id = $1', [id])).rowCount).toBe(0);
  });

  it.each(['com.cn', 'github.io'])('is refused for %s, below which sites have different owners', async (suffix) => {
    const saved = await save(await given.login(), { site: suffix });

    expect(saved.refused).toBe('INPUT_INVALID');
    expect(saved.envelope.fields).toMatchObject([{ field: 'site', message: expect.stringContaining('github.io') }]);
  });

  it('is sent to no other host, even if its page redirects there', async () => {
    const holder = await given.login();
    const { id } = (await save(holder)).data;
    const { data } = await ask(calls.preserveUrls, { urls: [orders], linkedPages: 1 }, { as: holder.token });
    const { ano = '' } = data.list[0] ?? {};
    const { pool } = service.database;
    await pool.query('update attestation set job = (job::jsonb || $2::jsonb)::json where ano = $1', [
      ano,
      JSON.stringify({ cookieProfileId: id }),
    ]);
    await pool.query('update cookie_profile set submission_id = $2 where id = $1', [id, data.batchId]);
    const page = { finalUrl: 'https://evil.example/' } as PageFacts;

    await service.database.transaction((db) =>
      submitLinked(db, ano, { page, block: null, links: ['https://evil.example/me'] }),
    );

    const { rows } = await pool.query<{ ano: string; url: string }>(
      `select ano, url from attestation where url = 'https://evil.example/me'`,
    );
    expect(rows).toHaveLength(1);
    for (const { ano, url } of rows) expect((await cookiesOf(ano, id, url)).ok).toBe(false);
    expect(await cookiesOf(ano, id, `https://${site}.evil.example/`)).toMatchObject({
      failure: { code: 'COOKIES_OTHER_SITE', said: { name: 'cookies.other-site', values: { site } } },
    });
  });

  it('opens no linked pages, such as a sign-out link, and no pages over plain http', async () => {
    const holder = await given.login();
    const { id } = (await save(holder)).data;

    const linked = await ask(
      calls.preserveUrls,
      { urls: [orders], cookieProfileId: id, linkedPages: 3 },
      { as: holder.token },
    );
    const plain = await preserve(holder, id, [orders.replace('https:', 'http:')]);

    expect(linked.refused).toBe('INPUT_INVALID');
    expect(linked.envelope.fields).toMatchObject([
      { field: 'linkedPages', message: expect.stringContaining('登录资料') },
    ]);
    expect(plain.data.refused.map(({ message }) => message.name)).toEqual(['cookies.not-https']);
  });

  it('is unusable once it is deleted or has expired, and its values are gone', async () => {
    const holder = await given.login();
    const [deleted, expired] = [(await save(holder)).data.id, (await save(holder)).data.id];
    const { ano } = (await preserve(holder, deleted)).data.list[0] ?? { ano: '' };
    await ask(calls.deleteCookieProfile, { id: deleted }, { as: holder.token });
    expect(await cookiesOf(ano, deleted)).toMatchObject(gone);

    service.now = new Date(service.now.getTime() + dayMs + 1_000);

    expect((await preserve(holder, expired)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.cookieProfiles, {}, { as: holder.token })).data.list).toEqual([]);
    await deleteExpiredProfiles(service.database.pool, service.now);
    const { rowCount } = await service.database.pool.query('select from cookie_profile where id = $1', [expired]);
    expect(rowCount).toBe(0);
    expect((await balanceOf(holder)).heldCents).toBe(0);
  });

  it('is deleted after the account is closed, for removed members too, and other accounts keep theirs', async () => {
    const [closed, other] = [await given.login(), await given.login()];
    const member = await given.member(closed, ['preserve']);
    for (const user of [closed, member, other]) expect((await save(user)).refused).toBeNull();
    const { pool } = service.database;
    await pool.query(`update login set state = 'removed' where id = $1`, [member.loginId]);
    await pool.query(`update login set state = 'closed' where id = $1`, [closed.loginId]);

    await deleteProfilesOfClosed(pool);

    const { rows } = await pool.query<{ loginId: string }>(
      'select login_id as "loginId" from cookie_profile where login_id = any($1)',
      [[closed, member, other].map(({ loginId }) => loginId)],
    );
    expect(rows).toEqual([{ loginId: other.loginId }]);
  });
});
