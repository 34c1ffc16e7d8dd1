import { attestationCalls as calls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { findBalance } from '../../money/service.ts';
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
const cookiesOf = (ano: string, id: string) =>
  cookiesFor(service.database.pool, service.services.vault, { ano, id, now: service.now });

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
    expect((await cookiesOf(used.data.list[0]?.ano ?? '', id))?.[0]).toMatchObject({ name: 'sid', value });
    const foreign = (await ask(calls.preserveUrls, { urls: [`https://${site}/`] }, { as: member.token })).data.list[0];
    expect(await cookiesOf(foreign?.ano ?? '', id)).toBeUndefined();
  });

  it('once deleted or expired is used by nothing, and is gone', async () => {
    const holder = await given.login();
    const [deleted, expired] = [(await save(holder)).data.id, (await save(holder)).data.id];
    const { ano } = (await preserve(holder, deleted)).data.list[0] ?? { ano: '' };
    await ask(calls.deleteCookieProfile, { id: deleted }, { as: holder.token });
    expect(await cookiesOf(ano, deleted)).toBeUndefined();

    service.now = new Date(service.now.getTime() + dayMs + 1_000);

    expect((await preserve(holder, expired)).refused).toBe('NOT_FOUND');
    expect((await ask(calls.cookieProfiles, {}, { as: holder.token })).data.list).toEqual([]);
    await deleteExpiredProfiles(service.database.pool, service.now);
    const { rowCount } = await service.database.pool.query('select from cookie_profile where id = $1', [expired]);
    expect(rowCount).toBe(0);
    expect((await findBalance(service.database.pool, holder.accountId)).heldCents).toBe(0);
  });
});
