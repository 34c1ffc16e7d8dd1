import { attestationCalls as calls, memberCalls, mostProfileCookies, type PageFacts } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { findBalance } from '../../money/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { submitLinked } from '../submitting/linked-pages.ts';
import { parseCookies } from './parse.ts';
import { cookiesFor } from './profiles.ts';
import { deleteExpiredProfiles } from './store.ts';

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
/** An attestation whose capture failed. */
async function givenFailed(holder: Login, id: string): Promise<string> {
  const { ano } = (await preserve(holder, id)).data.list[0] ?? { ano: '' };
  await service.database.transaction(async (db) => {
    await moveAttestation(db, ano, 'leased', { by: { node: 'n' } });
    const said = { name: 'capture.nothing', values: {}, text: '' } as const;
    await moveAttestation(db, ano, 'failed', { failure: { code: 'LOAD_TIMEOUT', said } });
  });
  return ano;
}

describe('cookies', () => {
  it.each([
    ['a header', `Cookie: sid=${value}; theme=dark`],
    ['an export', JSON.stringify([{ name: 'sid', value, domain: '.shop.example', path: '/', session: true }])],
    ['a file', `# Netscape HTTP Cookie File\n#HttpOnly_.shop.example\tTRUE\t/\tTRUE\t0\tsid\t${value}\n`],
  ])('are read from %s', (_what, text) => {
    expect(parseCookies(text, site)?.[0]).toMatchObject({ name: 'sid', value });
  });

  it.each([
    ['another site', JSON.stringify([{ name: 'sid', value, domain: 'evil.example' }])],
    ['a whole top-level domain', JSON.stringify([{ name: 'sid', value, domain: '.example' }])],
    ['nothing', 'hello'],
    ['broken JSON', '[{'],
    ['a whole browser', Array.from({ length: mostProfileCookies + 1 }, (_, n) => `n${n}=${value}`).join('; ')],
  ])('of %s are not taken', (_what, text) => {
    expect(parseCookies(text, site)).toBeNull();
  });
});

describe('a signed-in profile', () => {
  it('is stored encrypted, and no answer has its values', async () => {
    const holder = await given.login();

    const saved = await save(holder);
    const listed = await ask(calls.cookieProfiles, {}, { as: holder.token });

    expect(saved.data).toMatchObject({ name: '店铺后台', site, cookies: 2, usedAt: null });
    expect(listed.data.list).toEqual([saved.data]);
    expect(JSON.stringify([saved.envelope, listed.envelope])).not.toContain(value);
    const { rows } = await service.database.pool.query<{ text: string }>(
      `select (p::text || encode(p.cookies, 'escape')) as text from cookie_profile p where id = $1`,
      [saved.data.id],
    );
    expect(rows[0]?.text).not.toContain(value);
  });

  it('is used for pages of its site alone, by the user who saved it alone', async () => {
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

  it('can’t be used by a person who acts as its login, and only the submitter captures its pages again', async () => {
    const holder = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence']);
    const { id } = (await save(member)).data;
    const ano = await givenFailed(member, id);
    expect((await ask(calls.retry, { ano }, { as: holder.token })).refused).toBe('COOKIES_OF_OTHER_USER');
    const { data } = await ask(memberCalls.switchTo, { userId: member.loginId }, { as: holder.token });
    const acting = { ...member, token: data.token ?? '' };

    expect((await ask(calls.cookieProfiles, {}, { as: acting.token })).data.list).toEqual([]);
    expect((await preserve(acting, id)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.deleteCookieProfile, { id }, { as: acting.token })).refused).toBe('NOT_FOUND');
    expect((await ask(calls.retry, { ano }, { as: acting.token })).refused).toBe('COOKIES_OF_OTHER_USER');
    expect((await ask(calls.retry, { ano }, { as: member.token })).refused).toBeNull();
  });

  it('is sent to no other host, whatever its page leads to', async () => {
    const holder = await given.login();
    const { id } = (await save(holder)).data;
    const { data } = await ask(calls.preserveUrls, { urls: [orders], linkedPages: 1 }, { as: holder.token });
    const { ano = '' } = data.list[0] ?? {};
    const { pool } = service.database;
    await pool.query('update attestation set job = (job::jsonb || $2::jsonb)::json where ano = $1', [
      ano,
      JSON.stringify({ cookieProfileId: id }),
    ]);
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

  it('opens neither linked pages, such as a sign-out, nor pages over plain http', async () => {
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

  it('once deleted or expired is used by nothing, and is gone', async () => {
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
    expect((await findBalance(service.database.pool, holder.accountId)).heldCents).toBe(0);
  });
});
