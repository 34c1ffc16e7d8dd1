import { type Block, attestationCalls as calls, type PageFacts } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { checkLedger, findBalance } from '../../money/service.ts';
import { moveAttestation } from '../lifecycle.ts';
import { submitLinked } from './linked-pages.ts';

const service = useService();
const { ask, given } = service;
const pageCents = 1_000;
const url = 'https://shop.example/list';

const balance = ({ accountId }: Login) => findBalance(service.database.pool, accountId);

/** A page submitted with up to three linked pages, by a holder who can pay for five. */
async function givenPage() {
  const holder = await given.login({ isWelcomed: false });
  await given.credit(holder, 5 * pageCents);
  const { data } = await ask(
    calls.preserveUrls,
    { urls: [url], linkedPages: 3, labels: ['侵权'] },
    { as: holder.token },
  );
  return { holder, ano: data.list[0]?.ano ?? '', batchId: data.batchId ?? '' };
}
/** Does what sealing a page does after a capture found these links. */
const captured = (ano: string, links: string[] | undefined, block: Block | null = null) =>
  service.database.transaction((db) =>
    submitLinked(db, ano, { page: { finalUrl: url } as PageFacts, block, ...(links && { links }) }),
  );
/** Moves a page to review, as sealing does. */
const shown = (ano: string) =>
  service.database.transaction(async (db) => {
    await moveAttestation(db, ano, 'leased', { by: { node: 'n' } });
    await moveAttestation(db, ano, 'shown');
  });
const custodyOf = async ({ token }: Login, ano: string) =>
  (await ask(calls.info, { ano }, { as: token })).data.custody.map(({ event, messages }) => [event, messages[0]?.text]);
const listed = async ({ token }: Login, batchId: string) =>
  (await ask(calls.batchList, { batchId, size: 100 }, { as: token })).data.list;

describe('linked pages', () => {
  it('become attestations of the submission, each with a share of its hold', async () => {
    const { holder, ano, batchId } = await givenPage();
    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: 4 * pageCents });

    await captured(ano, ['https://shop.example/1', url, 'https://evil.example/', 'https://shop.example/2']);

    const cost = { amountCents: pageCents, state: 'held' };
    expect(await listed(holder, batchId)).toMatchObject([
      { ano, url, cost },
      { url: 'https://shop.example/1', kind: 'page', labels: ['侵权'], state: 'queuing', cost },
      { url: 'https://shop.example/2', kind: 'page', labels: ['侵权'], state: 'queuing', cost },
    ]);
    expect(await balance(holder)).toEqual({ balanceCents: 2 * pageCents, heldCents: 3 * pageCents });
    expect((await ask(calls.batch, { batchId }, { as: holder.token })).data.batch?.size).toBe(3);
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('are limited to the requested number, even on a link farm, and have no linked pages themselves', async () => {
    const { holder, ano, batchId } = await givenPage();
    const farm = Array.from({ length: 200 }, (_, n) => `https://shop.example/${n}`);

    await captured(ano, farm);
    const [, child] = await listed(holder, batchId);
    await captured(child?.ano ?? '', farm);

    expect(await listed(holder, batchId)).toHaveLength(4);
    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: 4 * pageCents });
  });

  it.each<[string, string[] | undefined, Block | null, string]>([
    ['a sign-in page', ['https://shop.example/help'], { kind: 'login-wall', signs: [] }, 'The page requires sign-in'],
    ['a page whose links could not be listed', undefined, null, "couldn't be listed"],
  ])(
    'are not submitted for %s: the rest is released and the custody record says why',
    async (_what, links, block, why) => {
      const { holder, ano, batchId } = await givenPage();

      await captured(ano, links, block);

      expect(await listed(holder, batchId)).toMatchObject([{ ano, cost: { amountCents: pageCents, state: 'held' } }]);
      expect(await balance(holder)).toEqual({ balanceCents: 4 * pageCents, heldCents: pageCents });
      expect(await custodyOf(holder, ano)).toContainEqual(['links.skipped', expect.stringContaining(why)]);
    },
  );

  it('are requested and held for again when a page without any submitted is captured again', async () => {
    const { holder, ano, batchId } = await givenPage();
    await captured(ano, ['https://shop.example/help'], { kind: 'login-wall', signs: [] });
    await shown(ano);

    const again = (await ask(calls.captureAgain, { ano, dismissConsent: false }, { as: holder.token })).data;
    const heldFor = await balance(holder);
    await captured(again.ano, ['https://shop.example/1']);

    expect(heldFor).toEqual({ balanceCents: pageCents, heldCents: 4 * pageCents });
    expect((await listed(holder, batchId)).map((one) => one.url)).toEqual([url, url, 'https://shop.example/1']);
  });

  it('are not submitted twice when the page is captured again', async () => {
    const { holder, ano, batchId } = await givenPage();
    await captured(ano, ['https://shop.example/1']);
    await shown(ano);

    const again = (await ask(calls.captureAgain, { ano, dismissConsent: false }, { as: holder.token })).data;
    await captured(again.ano, ['https://shop.example/1']);

    expect(await listed(holder, batchId)).toHaveLength(3);
    expect(await balance(holder)).toEqual({ balanceCents: 3 * pageCents, heldCents: 2 * pageCents });
  });

  it('are opened without the signed-in profile of the page', async () => {
    const { holder, ano, batchId } = await givenPage();
    const { pool } = service.database;
    await pool.query(`update attestation set job = (job::jsonb || '{"cookieProfileId": "p"}')::json where ano = $1`, [
      ano,
    ]);

    await captured(ano, ['https://shop.example/1']);

    const [, child] = await listed(holder, batchId);
    const { rows } = await pool.query('select job from attestation where ano = $1', [child?.ano]);
    expect(rows[0]?.job).not.toHaveProperty('cookieProfileId');
  });

  it('cost only as many as were submitted', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 21 * 900);
    const { ano } =
      (await ask(calls.preserveUrls, { urls: [url], linkedPages: 20 }, { as: holder.token })).data.list[0] ?? {};
    const heldBefore = await balance(holder);

    await captured(ano ?? '', ['https://shop.example/1', 'https://shop.example/2']);

    expect(heldBefore).toEqual({ balanceCents: 0, heldCents: 21 * 900 });
    expect(await balance(holder)).toEqual({ balanceCents: 21 * 900 - 3 * pageCents, heldCents: 3 * pageCents });
  });

  it('cost nothing if the page fails; a retry holds their price again', async () => {
    const { holder, ano } = await givenPage();
    await service.database.transaction(async (db) => {
      await moveAttestation(db, ano, 'leased', { by: { node: 'n' } });
      const said = { name: 'capture.nothing', values: {}, text: '' } as const;
      await moveAttestation(db, ano, 'failed', { failure: { code: 'INTERNAL', said } });
    });
    expect(await balance(holder)).toEqual({ balanceCents: 5 * pageCents, heldCents: 0 });

    await ask(calls.retry, { ano }, { as: holder.token });

    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: 4 * pageCents });
  });

  it('need a sufficient balance for all of them, and can’t be paid by an order', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 3 * pageCents);
    const submit = (more: object) =>
      ask(calls.preserveUrls, { urls: [url], linkedPages: 3, ...more }, { as: holder.token });

    expect((await submit({})).refused).toBe('BALANCE_SHORT');
    expect((await submit({ byOrder: true })).envelope.fields).toMatchObject([
      { field: 'linkedPages', message: expect.stringContaining('订单') },
    ]);
    expect((await submit({ linkedPages: 21 })).refused).toBe('INPUT_INVALID');
  });
});
