import { CaptureJob, attestationCalls as calls, orderCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../../testing/service.ts';
import { findBalance } from '../../money/service.ts';

const service = useService();
const { ask, given } = service;
const productCents = 1_500;
const url = 'https://item.taobao.com/item.htm?id=1';

const balance = ({ accountId }: Login) => findBalance(service.database.pool, accountId);

async function givenHolder(cents: number): Promise<Login> {
  const holder = await given.login({ isWelcomed: false });
  await given.credit(holder, cents);
  return holder;
}

const jobOf = async (ano: string) =>
  (await service.database.pool.query<{ job: object }>('select job from attestation where ano = $1', [ano])).rows[0]
    ?.job;

describe('product pages', () => {
  it('have their own price, and their capture job says that they are products', async () => {
    const holder = await givenHolder(2 * productCents);

    const { data } = await ask(calls.preserveProducts, { urls: [url, 'nonsense'] }, { as: holder.token });

    expect(data.list).toMatchObject([{ kind: 'ecommerce', url, cost: { amountCents: productCents, state: 'held' } }]);
    expect(data.refused).toHaveLength(1);
    expect(await balance(holder)).toEqual({ balanceCents: productCents, heldCents: productCents });
    expect(await jobOf(data.list[0]?.ano ?? '')).toMatchObject({ kind: 'ecommerce' });
  });

  it('appear in the list of captures, and a cancelled one costs nothing', async () => {
    const holder = await givenHolder(productCents);
    const { data } = await ask(calls.preserveProducts, { urls: [url] }, { as: holder.token });
    const ano = data.list[0]?.ano ?? '';

    await ask(calls.cancel, { ano }, { as: holder.token });

    const { list } = (await ask(calls.urlList, {}, { as: holder.token })).data;
    expect(list).toMatchObject([{ ano, kind: 'ecommerce', state: 'cancelled' }]);
    expect(await balance(holder)).toEqual({ balanceCents: productCents, heldCents: 0 });
  });
});

describe('capture options', () => {
  const options = {
    device: 'phone',
    locale: 'en-US',
    timezone: 'Europe/Berlin',
    waitForText: 'In stock',
    allDensities: true,
  } as const;

  it('reach the job in a form that older nodes understand', async () => {
    const holder = await givenHolder(productCents);

    const { data } = await ask(calls.preserveProducts, { urls: [url], ...options }, { as: holder.token });

    const ano = data.list[0]?.ano ?? '';
    const job = CaptureJob.parse({ ...(await jobOf(ano)), captureId: ano, url });
    expect(job).toMatchObject({ ...options, viewport: { width: 390, height: 844 } });
  });

  it('are stored with an order, so it can be placed again', async () => {
    const { token } = await given.login({ isWelcomed: false });

    const { data } = await ask(calls.preserveProducts, { urls: [url], ...options, byOrder: true }, { as: token });

    const order = await ask(orderCalls.order, { orderNo: data.orderNo ?? '' }, { as: token });
    expect(order.data.chosen).toMatchObject(options);
  });

  it('are refused if a browser would not accept them', async () => {
    const { token } = await givenHolder(productCents);

    const input = { urls: [url], timezone: 'Mars/Olympus' as 'UTC' };

    expect((await ask(calls.preserveProducts, input, { as: token })).refused).toBe('INPUT_INVALID');
  });
});
