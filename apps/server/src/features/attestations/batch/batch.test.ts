import { randomUUID } from 'node:crypto';
import { CaptureJob, attestationCalls as calls, messageCalls, orderCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import type { Installation } from '../../../installation.ts';
import { type Login, useService } from '../../../testing/service.ts';
import { checkLedger, findBalance } from '../../money/service.ts';
import { sendFile } from '../../uploads/testing/files.ts';
import { jobHandlers } from '../jobs.ts';

const service = useService();
const { ask, given } = service;

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ row: n + 2, url: `https://example.com/${n}`, name: `第 ${n} 页` }));
const submit = ({ token }: Login, rows: object[], more: object = {}) =>
  ask(calls.batchSubmit, { batchId: randomUUID(), rows: rows as never, ...more }, { as: token });
const balance = ({ accountId }: Login) => findBalance(service.database.pool, accountId);
const batchOf = async ({ token }: Login, batchId: string) =>
  (await ask(calls.batch, { batchId }, { as: token })).data.batch;
const force = (batchId: string, state: string, where = 'true') =>
  service.database.pool.query(
    `update attestation set state = $2, failure = case when $2 = 'failed' then '{"code":"LOAD_TIMEOUT","said":{"name":"load.no-page","values":{"seconds":45},"text":""}}'::json end
     where submission_id = $1 and ${where}`,
    [batchId, state],
  );
const run = (job: 'index-submission' | 'summarise-submissions', payload: object = {}) => {
  const { database, store } = service;
  const handlers = jobHandlers(
    { database, store } as Installation,
    () => service.jobs,
    () => {},
  );
  return handlers[job](payload as never);
};

describe('a batch', () => {
  it('holds the price of all rows, using the package first, at the price for their number', async () => {
    const holder = await given.login();
    await given.credit(holder, 100_000);

    const { data } = await submit(holder, rowsOf(30), { name: 'list.xlsx', labels: ['侵权'], remark: '一批' });

    expect(data).toMatchObject({ count: 30, refused: [], orderNo: null });
    expect(await balance(holder)).toEqual({ balanceCents: 100_000 - 20 * 900, heldCents: 20 * 900 });
    expect(await batchOf(holder, data.batchId)).toMatchObject({
      name: 'list.xlsx',
      size: 30,
      states: { queuing: 30 },
      state: 'working',
      amountCents: 20 * 900,
      packageUnits: 10,
    });
    const list = (await ask(calls.batchList, { batchId: data.batchId, size: 100 }, { as: holder.token })).data;
    expect(list.list.map(({ name }) => name)).toEqual(rowsOf(30).map(({ name }) => name));
    expect(list.list[0]).toMatchObject({ labels: ['侵权'], remark: '一批', cost: { packageUnits: 1, state: 'held' } });
    expect(await checkLedger(service.database.pool)).toEqual([]);
  });

  it('submits nothing if the balance is too low', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 4_999);
    const refused = await submit(holder, rowsOf(5));

    expect(refused.refused).toBe('BALANCE_SHORT');
    expect((await ask(calls.urlList, {}, { as: holder.token })).data.total).toBe(0);
    expect(await balance(holder)).toEqual({ balanceCents: 4_999, heldCents: 0 });
  });

  it('is submitted once, however often and concurrently it is sent', async () => {
    const holder = await given.login();
    const batchId = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(holder, rowsOf(4), { batchId })));
    const later = await submit(holder, rowsOf(4), { batchId });

    expect([...answers, later].map(({ data }) => data)).toEqual(
      [1, 2, 3, 4, 5].map(() => ({ batchId, count: 4, refused: [], orderNo: null })),
    );
    expect((await ask(calls.urlList, {}, { as: holder.token })).data.total).toBe(4);
  });

  it('names refused rows, and submits the others', async () => {
    const holder = await given.login();
    const rows = [...rowsOf(1), { row: 9, url: 'http://10.0.0.1/' }];
    const { data } = await submit(holder, rows);

    expect(data).toMatchObject({ count: 1, refused: [{ row: 9, message: { name: 'egress.not-public' } }] });
  });

  it('starts pages covered by the package at once, and the rest once its order is paid', async () => {
    const holder = await given.login();
    const { data } = await submit(holder, rowsOf(12), { byOrder: true });

    const batch = await batchOf(holder, data.batchId);
    expect(data.orderNo).not.toBeNull();
    expect(batch).toMatchObject({ states: { queuing: 10, unpaid: 2 }, state: 'working', orderNo: data.orderNo });
  });

  it('is hidden from strangers and from members with the scope `own`', async () => {
    const holder = await given.login();
    const { batchId } = (await submit(holder, rowsOf(2))).data;
    const stranger = await given.login();
    const member = await given.member(holder, ['preserve', 'evidence'], 'own');

    for (const { token } of [stranger, member]) {
      expect((await ask(calls.batch, { batchId }, { as: token })).refused).toBe('NOT_FOUND');
      expect((await ask(calls.batchList, { batchId }, { as: token })).data.list).toEqual([]);
      expect((await ask(calls.batchRetry, { batchId }, { as: token })).refused).toBe('NOT_FOUND');
      expect((await submit({ ...holder, token }, rowsOf(1), { batchId })).refused).toBe('NOT_FOUND');
    }
  });

  it('is listed page by page from a cursor, and by group', async () => {
    const holder = await given.login();
    const { batchId } = (await submit(holder, rowsOf(5))).data;
    await force(batchId, 'preview', `url like '%/1'`);

    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await ask(
        calls.batchList,
        { batchId, size: 2, ...(cursor && { cursor }) },
        { as: holder.token },
      );
      expect(data.total).toBe(5);
      seen.push(...data.list.map(({ url }) => url));
      cursor = data.nextCursor ?? undefined;
    } while (cursor);
    const waiting = await ask(calls.batchList, { batchId, group: 'attention' }, { as: holder.token });

    expect(seen).toEqual(rowsOf(5).map(({ url }) => url));
    expect(waiting.data.list.map(({ url }) => url)).toEqual(['https://example.com/1']);
    expect((await ask(calls.groupCounts, { batchId }, { as: holder.token })).data.counts).toEqual({
      attention: 1,
      progress: 4,
      preserved: 0,
      ended: 0,
    });
    expect((await ask(calls.batchList, { batchId, cursor: 'x' }, { as: holder.token })).refused).toBe('INPUT_INVALID');
  });

  it.each(['yesterday', '2026-02-30 00:00:00+00', '2026-11-20 06:03:22.1+99', '\0'])(
    'rejects an invalid cursor: %j',
    async (at) => {
      const holder = await given.login();
      const { batchId } = (await submit(holder, rowsOf(1))).data;
      const cursor = Buffer.from(JSON.stringify([at, 'PK'])).toString('base64url');

      const { refused } = await ask(calls.batchList, { batchId, cursor }, { as: holder.token });

      expect(refused).toBe('INPUT_INVALID');
    },
  );

  it('gives a row its own labels first, then the batch’s, up to 20 in total', async () => {
    const holder = await given.login();
    const named = (of: string) => Array.from({ length: 20 }, (_, n) => `${of}${n}`);
    const [row] = rowsOf(1);
    const own = named('row').slice(0, 5);

    const { batchId } = (await submit(holder, [{ ...row, labels: own }], { labels: named('batch') })).data;

    const { list } = (await ask(calls.batchList, { batchId }, { as: holder.token })).data;
    expect(list[0]?.labels).toEqual([...own, ...named('batch').slice(0, 15)]);
  });

  it('captures each row with the batch’s options, unless the row has its own', async () => {
    const holder = await given.login();
    const [first, second] = rowsOf(2);
    const rows = [first, { ...second, options: { device: 'phone', locale: 'ja-JP', waitForText: '在庫' } }];

    const { batchId } = (await submit(holder, rows as object[], { timezone: 'Asia/Tokyo', dismissConsent: true })).data;

    const { rows: found } = await service.database.pool.query<{ job: object }>(
      'select job from attestation where submission_id = $1 order by created_at',
      [batchId],
    );
    const shared = { kind: 'page', timezone: 'Asia/Tokyo', dismissConsent: true, tls: 'require-valid' };
    expect(found.map(({ job }) => job)).toMatchObject([
      { ...shared, device: 'desktop', locale: 'zh-CN', waitForText: '' },
      { ...shared, device: 'phone', viewport: { width: 390 }, locale: 'ja-JP', waitForText: '在庫' },
    ]);
    for (const { job } of found)
      expect(CaptureJob.safeParse({ ...job, captureId: 'a', url: 'https://example.com/' }).success).toBe(true);
  });

  describe('with a second place', () => {
    const online = async (...regions: string[]) => {
      await service.database.pool.query('delete from capture_node');
      for (const region of regions)
        await service.database.pool.query('insert into capture_node (name, seen_at, place) values ($1, now(), $2)', [
          region,
          JSON.stringify({ name: region, region }),
        ]);
    };
    const seconds = async (batchId: string) => {
      const { list } = (await ask(calls.batchList, { batchId, size: 100 }, { as: holder.token })).data;
      return list.map(({ second, cost }) => [second?.state ?? null, cost?.packageUnits, cost?.amountCents]);
    };
    let holder: Login;

    it('asks for it in each row that doesn’t decide otherwise, and holds its unit', async () => {
      await online('CN-SH', 'DE-HE');
      // Ten units in the package: the sixth row's second record is paid from the balance.
      holder = await given.login();
      await given.credit(holder, 10_000);
      const rows = rowsOf(7).map((row, n) => ({ ...row, options: n === 1 ? { secondVantage: false } : {} }));

      const { batchId } = (await submit(holder, rows, { secondVantage: true, kind: 'page' })).data;

      expect(await seconds(batchId)).toEqual([
        ['waiting', 2, 0],
        [null, 1, 0],
        ['waiting', 2, 0],
        ['waiting', 2, 0],
        ['waiting', 2, 0],
        ['waiting', 1, 1_000],
        ['waiting', 0, 2_000],
      ]);
      expect(await balance(holder)).toEqual({ balanceCents: 10_000 - 3_000, heldCents: 3_000 });
      expect(await checkLedger(service.database.pool)).toEqual([]);
    });

    it('leaves units that cover only one of two records in the package if an order pays', async () => {
      await online('CN-SH', 'DE-HE');
      holder = await given.login();
      const rows = rowsOf(7).map((row, n) => ({ ...row, options: { secondVantage: n > 0 } }));

      const { batchId, orderNo } = (await submit(holder, rows, { byOrder: true })).data;

      expect((await seconds(batchId)).map(([, units]) => units ?? null)).toEqual([1, 2, 2, 2, 2, null, null]);
      const { lines } = (await ask(orderCalls.order, { orderNo: orderNo ?? '' }, { as: holder.token })).data;
      expect(lines).toMatchObject([{ code: 'page', quantity: 4 }]);
    });

    it('is refused while only one place is online, and nothing is submitted', async () => {
      await online('CN-SH');
      holder = await given.login();

      const rows = rowsOf(2).map((row, n) => ({ ...row, options: { secondVantage: n > 0 } }));
      const { refused } = await submit(holder, rows);

      expect(refused).toBe('INPUT_INVALID');
      expect((await ask(calls.urlList, {}, { as: holder.token })).data.total).toBe(0);
    });
  });

  it('charges and lists product pages as such', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 10_000);

    const { batchId } = (await submit(holder, rowsOf(3), { kind: 'ecommerce' })).data;

    const { list } = (await ask(calls.batchList, { batchId }, { as: holder.token })).data;
    expect(list.map(({ kind }) => kind)).toEqual(['ecommerce', 'ecommerce', 'ecommerce']);
    expect(await balance(holder)).toEqual({ balanceCents: 10_000 - 3 * 1_500, heldCents: 3 * 1_500 });
  });

  it('retries failed captures, and holds their price again', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 3_000);
    const { batchId } = (await submit(holder, rowsOf(3))).data;
    await force(batchId, 'failed', `url not like '%/0'`);
    await service.database.pool.query(`update charge set state = 'released', ended_at = now() where account_id = $1`, [
      holder.accountId,
    ]);

    const short = await ask(calls.batchRetry, { batchId }, { as: holder.token });
    await given.credit(holder, 2_000);
    const quoted = (await ask(calls.retryPrice, { batchId }, { as: holder.token })).data;
    const { data } = await ask(calls.batchRetry, { batchId }, { as: holder.token });

    expect(short.refused).toBe('BALANCE_SHORT');
    expect(quoted).toMatchObject({ count: 2, packages: [], amountCents: 2_000, balanceCents: 2_000, whyNot: null });
    expect(data).toEqual({ retried: 2, left: 0 });
    expect(await batchOf(holder, batchId)).toMatchObject({ states: { queuing: 3 } });
  });

  it('retries more than one call takes at the quoted price for all of them', async () => {
    const holder = await given.login({ isWelcomed: false });
    await given.credit(holder, 1_000_000);
    const { batchId } = (await submit(holder, rowsOf(501))).data;
    const { balanceCents: before } = await balance(holder);
    const fail = async (where?: string) => {
      await force(batchId, 'failed', where);
      await service.database.pool.query(
        `update charge set state = 'released', ended_at = now() where state = 'held'
           and subject in (select ano from attestation where submission_id = $1 and state = 'failed')`,
        [batchId],
      );
    };
    await fail();

    const quoted = (await ask(calls.retryPrice, { batchId }, { as: holder.token })).data;
    const part = (await ask(calls.batchRetry, { batchId }, { as: holder.token })).data;
    const restQuoted = (await ask(calls.retryPrice, { batchId }, { as: holder.token })).data;
    const rest = (await ask(calls.batchRetry, { batchId }, { as: holder.token })).data;

    expect([part, rest]).toEqual([
      { retried: 500, left: 1 },
      { retried: 1, left: 0 },
    ]);
    expect(restQuoted.amountCents).toBe(quoted.amountCents / 501);
    const { balanceCents: after } = await balance(holder);
    expect(before - after).toBe(quoted.amountCents);

    await fail(`(url like '%/0' or url like '%/1')`);
    const { data: few } = await ask(calls.retryPrice, { batchId }, { as: holder.token });
    await ask(calls.batchRetry, { batchId }, { as: holder.token });

    expect([few.count, few.amountCents]).toEqual([2, 2_000]);
    expect(after - (await balance(holder)).balanceCents).toBe(few.amountCents);
  });

  it('is found by its names after its job ran', async () => {
    const holder = await given.login();
    const { batchId } = (await submit(holder, rowsOf(3))).data;
    await run('index-submission', { submissionId: batchId });
    const { data } = await ask(calls.list, { search: '第 2 页' }, { as: holder.token });

    expect(data.list.map(({ url }) => url)).toEqual(['https://example.com/2']);
  });

  it('sends one message when every row is finished, and none per page', async () => {
    const holder = await given.login();
    const { batchId } = (await submit(holder, rowsOf(4), { name: '清单.csv' })).data;
    await run('summarise-submissions');
    await force(batchId, 'succeeded', `url like '%/0'`);
    await force(batchId, 'failed', `url like '%/1'`);
    await force(batchId, 'preview', `state = 'queuing'`);

    await Promise.all([run('summarise-submissions'), run('summarise-submissions')]);
    await run('summarise-submissions');

    const { list } = (await ask(messageCalls.news, {}, { as: holder.token })).data;
    expect(list.map((one) => [one.message.values, one.link])).toEqual([
      [{ name: '清单.csv', count: 4, preserved: 1, waiting: 2, failed: 1 }, `/attestation/batch/${batchId}`],
    ]);
  });
});

describe('a spreadsheet', () => {
  it('accepts options per row in several spellings, and names unknown ones', async () => {
    const holder = await given.login();
    const lines = [
      '网址,访问方式,语言,时区,等待文字,第二地点',
      'https://example.com/1,手机,en_us,europe/berlin,In stock,是',
      'https://example.com/2,,日语,,,No',
      'https://example.com/3,手表,,,,',
      `https://example.com/4,,,,${'长'.repeat(101)},`,
      'https://example.com/5,,,,,巴黎',
    ];
    const sent = { as: holder.token, bytes: Buffer.from(lines.join('\n')), name: '清单.csv', mediaType: 'text/csv' };

    const { data } = await sendFile(service, calls.cleanSheet, {}, sent);

    expect(data.rows.map(({ options }) => options)).toEqual([
      { device: 'phone', locale: 'en-US', timezone: 'Europe/Berlin', waitForText: 'In stock', secondVantage: true },
      { locale: 'ja-JP', secondVantage: false },
    ]);
    expect(data.bad.map(({ row, message: { name } }) => [row, name])).toEqual([
      [4, 'sheet.option'],
      [5, 'sheet.long'],
      [6, 'sheet.option'],
    ]);
  });
});
