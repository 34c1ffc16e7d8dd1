import {
  type AttestationEvent,
  type AttestationState,
  attestationStateTable,
  type ChargeState,
  attestationCalls as calls,
  message,
  moneyCalls,
} from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Installation } from '../../../installation.ts';
import { type Login, useService } from '../../../testing/service.ts';
import { checkLedger, findBalance } from '../../money/service.ts';
import { jobHandlers } from '../jobs.ts';
import { moveAttestation } from '../lifecycle.ts';
import { actorFor } from '../testing/actors.ts';

const service = useService();
const { ask, given } = service;
const pageCents = 1000;

const without = () => given.login({ isWelcomed: false });
const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`);
const submit = ({ token }: Login, count: number, more: object = {}) =>
  ask(calls.preserveUrls, { urls: urls(count), ...more }, { as: token });
const balance = ({ accountId }: Login) => findBalance(service.database.pool, accountId);
const costOf = async ({ token }: Login, ano: string) =>
  (await ask(calls.urlList, { anos: [ano] }, { as: token })).data.list[0]?.cost;
const force = (ano: string, state: AttestationState) =>
  service.database.pool.query('update attestation set state = $2 where ano = $1', [ano, state]);

const failure = { code: 'LOAD_TIMEOUT', said: message('load.no-page', { seconds: 45 }) } as const;
const move = (ano: string, event: AttestationEvent, { loginId }: Login) =>
  service.database.transaction((db) =>
    moveAttestation(db, ano, event, { by: actorFor(event, loginId), ...(event === 'failed' && { failure }) }),
  );

/** An attestation whose price was held, then moved to this state. */
async function ordered(state: AttestationState): Promise<{ holder: Login; ano: string }> {
  const holder = await without();
  await given.credit(holder, pageCents);
  const ano = (await submit(holder, 1)).data.list[0]?.ano ?? '';
  await force(ano, state);
  return { holder, ano };
}

async function setPagePrice(unitCents: number): Promise<void> {
  const { token } = await given.staff();
  const { version: present } = (await ask(moneyCalls.currentPrices, {})).data;
  const { content } = (await ask(moneyCalls.consolePriceList, { version: present }, { as: token })).data;
  const prices = content.prices.map((one) =>
    one.service === 'page' ? { service: one.service, tiers: [{ fromQuantity: 1, unitCents }] } : one,
  );
  const { revision } = (
    await ask(moneyCalls.savePriceDraft, { revision: 0, content: { ...content, prices } }, { as: token })
  ).data;
  await ask(moneyCalls.publishPrices, { revision, present, from: null }, { as: token });
}

describe('a submission', () => {
  it('holds its whole price, using the package first', async () => {
    const holder = await given.login();
    await given.credit(holder, 3 * pageCents);

    const { data } = await submit(holder, 12);

    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: 2 * pageCents });
    const costs = data.list.map(({ cost }) => cost);
    expect(costs.filter((cost) => cost?.packageUnits === 1)).toHaveLength(10);
    expect(costs.every((cost) => cost?.state === 'held')).toBe(true);
  });

  it('that can’t be paid creates no attestations, and names the missing amount', async () => {
    const holder = await without();
    await given.credit(holder, 2 * pageCents);

    const refused = await submit(holder, 3);
    const inEnglish = await ask(
      calls.preserveUrls,
      { urls: urls(3) },
      { as: holder.token, headers: { 'accept-language': 'en-US' } },
    );

    expect([refused.refused, refused.status]).toEqual(['BALANCE_SHORT', 402]);
    expect(refused.envelope.errorMessage).toBe('余额不足，还差 ¥10.00，未扣费。请充值或购买套餐');
    expect(inEnglish.envelope.errorMessage).toContain('¥10.00 short');
    expect((await ask(calls.urlList, {}, { as: holder.token })).data.total).toBe(0);
    expect(await balance(holder)).toEqual({ balanceCents: 2 * pageCents, heldCents: 0 });
  });

  it('over a member’s monthly limit creates no attestations, and names what is left', async () => {
    const holder = await without();
    await given.credit(holder, 100 * pageCents);
    const member = await given.member(holder, ['preserve', 'evidence']);
    await service.database.pool.query('update login set spending_limit_cents = $2 where id = $1', [
      member.loginId,
      2 * pageCents,
    ]);

    const refused = await submit(member, 3);
    const taken = await submit(member, 2);

    expect(refused.refused).toBe('SPENDING_LIMIT');
    expect(refused.envelope.errorMessage).toContain('还可消费 ¥20.00');
    expect(taken.data.list).toHaveLength(2);
    expect((await submit(member, 1)).refused).toBe('SPENDING_LIMIT');
  });

  it('charges nothing for refused URLs', async () => {
    const holder = await without();

    const { data } = await ask(calls.preserveUrls, { urls: ['http://10.0.0.1/', 'no'] }, { as: holder.token });

    expect(data).toMatchObject({ list: [], refused: [{}, {}] });
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 0 });
  });

  it('succeeds as often as the balance allows if forty run concurrently', async () => {
    const holder = await without();
    await given.credit(holder, 11 * pageCents);

    const answers = await Promise.all(Array.from({ length: 40 }, () => submit(holder, 2)));

    expect(answers.filter(({ refused }) => refused === null)).toHaveLength(5);
    expect(new Set(answers.map(({ refused }) => refused))).toEqual(new Set([null, 'BALANCE_SHORT']));
    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: 10 * pageCents });
  });
});

/** The expected state of the charge for each state of an attestation; null while it is unpaid. */
const chargeIn: Record<AttestationState, ChargeState | undefined> = {
  unpaid: undefined,
  queuing: 'held',
  capturing: 'held',
  preview: 'held',
  sealing: 'settled',
  succeeded: 'settled',
  failed: 'released',
  cancelled: 'released',
};

describe('a hold', () => {
  it.each(attestationStateTable.rows.filter(({ from }) => from !== 'unpaid' && from !== 'failed'))(
    'moves to the expected state after $event, from $from',
    async ({ from, event, to }) => {
      const { holder, ano } = await ordered('queuing');
      if (from === 'sealing') await move(ano, 'leased', holder).then(() => move(ano, 'captured', holder));
      await force(ano, from);

      await move(ano, event, holder);

      expect(await costOf(holder, ano)).toEqual({ state: chargeIn[to], amountCents: pageCents, packageUnits: 0 });
      expect(await balance(holder)).toEqual({
        balanceCents: chargeIn[to] === 'released' ? pageCents : 0,
        heldCents: chargeIn[to] === 'held' ? pageCents : 0,
      });
    },
  );

  it('is charged once by twenty concurrent confirmations that list the attestations in different orders', async () => {
    const holder = await without();
    await given.credit(holder, 6 * pageCents);
    const anos = (await submit(holder, 6)).data.list.map(({ ano }) => ano);
    for (const ano of anos) await force(ano, 'preview');

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ask(calls.confirm, { anos: n % 2 === 0 ? anos : anos.toReversed().slice(n % 5) }, { as: holder.token }),
      ),
    );

    expect(answers.map(({ refused }) => refused).every((refused) => refused === null)).toBe(true);
    expect(answers.flatMap(({ data }) => data.changed).sort()).toEqual(anos.toSorted());
    expect(await balance(holder)).toEqual({ balanceCents: 0, heldCents: 0 });
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('of an unanswered preview is released once, even if the job runs twice at once', async () => {
    const { holder, ano } = await ordered('preview');
    await service.database.pool.query(
      `update attestation set fence = '7', changed_at = now() - interval '8 days' where ano = $1`,
      [ano],
    );
    const { database, store } = service;
    const jobs = jobHandlers(
      { database, store } as Installation,
      () => service.jobs,
      () => {},
    );

    await Promise.all([1, 2, 3].map(() => jobs['expire-previews']({})));
    await jobs['expire-previews']({});

    expect(await balance(holder)).toEqual({ balanceCents: pageCents, heldCents: 0 });
    expect((await costOf(holder, ano))?.state).toBe('released');
  });

  it('is charged at the held price even if the price list changed; a retry costs the new price', async () => {
    const [confirmed, failed] = [await ordered('preview'), await ordered('capturing')];
    await move(failed.ano, 'failed', failed.holder);

    await setPagePrice(1500);
    await ask(calls.confirm, { anos: [confirmed.ano] }, { as: confirmed.holder.token });
    const quoted = (await ask(calls.retryPrice, { anos: [failed.ano] }, { as: failed.holder.token })).data;
    const short = await ask(calls.retry, { ano: failed.ano }, { as: failed.holder.token });
    await given.credit(failed.holder, 500);
    const again = await ask(calls.retry, { ano: failed.ano }, { as: failed.holder.token });
    await setPagePrice(pageCents);

    expect(await costOf(confirmed.holder, confirmed.ano)).toMatchObject({ state: 'settled', amountCents: pageCents });
    expect(quoted).toMatchObject({ count: 1, amountCents: 1500, missingCents: 500, whyNot: 'short' });
    expect([short.refused, short.envelope.errorMessage]).toEqual([
      'BALANCE_SHORT',
      '余额不足，还差 ¥5.00，未扣费。请充值或购买套餐',
    ]);
    expect(again.data).toMatchObject({ state: 'queuing', cost: { state: 'held', amountCents: 1500 } });
    expect(await balance(failed.holder)).toEqual({ balanceCents: 0, heldCents: 1500 });
  });

  it('matches the state of each attestation and the ledger after any sequence of events', async () => {
    const events = [...new Set(attestationStateTable.rows.map(({ event }) => event))];
    const act = fc.record({ which: fc.nat(4), event: fc.constantFrom(...events) });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
        const holder = await given.login();
        await given.credit(holder, 2 * pageCents);
        const anos = (await submit(holder, 5)).data.list.map(({ ano }) => ano);
        for (const { which, event } of acts) {
          const ano = anos[which] ?? '';
          const [row] = (await ask(calls.urlList, { anos: [ano] }, { as: holder.token })).data.list;
          if (!row || !attestationStateTable.after(row.state, event)) continue;
          if (event === 'retried') await ask(calls.retry, { ano }, { as: holder.token });
          else await move(ano, event, holder);
        }

        const { list } = (await ask(calls.urlList, { anos }, { as: holder.token })).data;
        for (const { state, cost } of list) expect(cost?.state).toBe(chargeIn[state]);
        const used = list.filter(({ cost }) => cost?.state !== 'released').length;
        const { rows } = await service.database.pool.query<{ used: number }>(
          `select sum(used)::int as used from package p join package_quota q on q.package_id = p.id where account_id = $1`,
          [holder.accountId],
        );
        expect(rows[0]?.used).toBe(used);
        expect(await balance(holder)).toEqual({ balanceCents: 2 * pageCents, heldCents: 0 });
        expect(await checkLedger(service.database.pool)).toEqual([]);
      }),
      { numRuns: byTestLength({ short: 5, long: 30 }) },
    );
  }, 60_000);
});

describe('an attestation of the command line', () => {
  it('costs nothing in any state', async () => {
    const holder = await without();
    const ano = await given.attestation(holder, { state: 'capturing' });

    await move(ano, 'captured', holder);

    expect(await costOf(holder, ano)).toBeNull();
  });
});
