import { randomUUID } from 'node:crypto';
import { attestationStateWords, attestationCalls as calls, excelType } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { readTable } from '../../../spreadsheet/read.ts';
import { hasLibreOffice, shownByLibreOffice } from '../../../spreadsheet/testing/libre-office.ts';
import { writeSheet } from '../../../spreadsheet/write.ts';
import { type Login, useService } from '../../../testing/service.ts';
import { sendFile } from '../../uploads/testing/files.ts';

const service = useService();
const { ask, given } = service;
const languages = ['zh-CN', 'en-US'] as const;

async function download({ token }: Login, path: string, language = 'zh-CN') {
  const headers = { 'x-auth-token': token, 'accept-language': language };
  const reply = await service.app.inject({ url: `/creditor/${path}`, headers });
  return { bytes: reply.rawPayload, type: reply.headers['content-type'] };
}

async function templateIn(language: string, { token }: Login): Promise<Buffer> {
  const headers = { 'x-auth-token': token, 'accept-language': language };
  const url = '/creditor/attestation/url/batch?template=true';
  const reply = await service.app.inject({ url, headers });
  return Buffer.from(reply.json().data.template.contentBase64, 'base64');
}

const clean = ({ token }: Login, bytes: Buffer) =>
  sendFile(service, calls.cleanSheet, {}, { as: token, bytes, name: 'list.xlsx', mediaType: excelType });

/** A submission whose pages are sealed, have failed, and are named like a formula. */
async function submission(holder: Login): Promise<string> {
  await given.credit(holder, 100_000);
  const names = ['甲页', '乙页', '=HYPERLINK("https://evil.example","x")'];
  const rows = names.map((name, n) => ({ row: n + 2, url: `https://example.com/${n}`, name }));
  const { batchId } = (
    await ask(calls.batchSubmit, { batchId: randomUUID(), rows, name: '清单.xlsx' }, { as: holder.token })
  ).data;
  await service.database.pool.query(
    `update attestation set state = case url when 'https://example.com/1' then 'failed' else 'succeeded' end,
       captured_at = '2026-11-29T00:00:00Z', failure = case url when 'https://example.com/1'
         then '{"code":"LOAD_TIMEOUT","said":{"name":"load.no-page","values":{"seconds":45},"text":""}}'::json end
     where submission_id = $1`,
    [batchId],
  );
  return batchId;
}

describe('the template', () => {
  it.each(languages)('is read with every column once filled in, and without rows as it is (%s)', async (language) => {
    const holder = await given.login();
    const template = await templateIn(language, holder);
    const [head] = await readTable(template);
    const cells = ['https://example.com/1', '甲', '备注', 'a、b', 'phone', 'en-US', 'Europe/Berlin', 'In stock', 'Yes'];
    const columns = (head?.cells ?? []).map((header) => ({ header, width: 9 }));
    const filled = await writeSheet({ name: 'S', columns, rows: [cells] });

    const empty = await clean(holder, template);
    const { data } = await clean(holder, filled);

    expect(empty.data).toMatchObject({ rows: [], bad: [] });
    expect(data.bad).toEqual([]);
    expect(data.rows).toMatchObject([
      {
        row: 2,
        url: cells[0],
        name: '甲',
        remark: '备注',
        labels: ['a', 'b'],
        options: {
          device: 'phone',
          locale: 'en-US',
          timezone: 'Europe/Berlin',
          waitForText: 'In stock',
          secondVantage: true,
        },
      },
    ]);
  });
});

describe('the results of a submission', () => {
  it('state what became of each row, in its order and in the language of the user', async () => {
    const holder = await given.login();
    const batchId = await submission(holder);
    const { list } = (await ask(calls.batchList, { batchId }, { as: holder.token })).data;

    const { bytes, type } = await download(holder, `attestations/batch/results?batchId=${batchId}`, 'en-US');

    const rows = await readTable(bytes);
    const columns = (at: number[]) => rows.map(({ cells }) => at.map((n) => cells[n]));
    expect(type).toBe(excelType);
    const { succeeded, failed } = attestationStateWords;
    expect(columns([0, 1, 3, 4])).toEqual([
      ['No.', 'URL', 'State', 'Attestation number'],
      ['1', 'https://example.com/0', succeeded[1], list[0]?.ano],
      ['2', 'https://example.com/1', failed[1], list[1]?.ano],
      ['3', 'https://example.com/2', succeeded[1], list[2]?.ano],
    ]);
    expect(columns([6])).toEqual([['Reason'], [''], [expect.stringContaining('45')], ['']]);
  });

  it.skipIf(!hasLibreOffice)(
    'and the list open in LibreOffice, which computes none of their text',
    async () => {
      const holder = await given.login();
      const batchId = await submission(holder);
      const files = [`attestations/batch/results?batchId=${batchId}`, 'attestation/download/list?order=ascend'];

      for (const file of files) {
        const rows = shownByLibreOffice((await download(holder, file)).bytes);

        const names = rows.map((cells) => cells[2]);
        expect(names).toEqual(['名称', '甲页', '乙页', '=HYPERLINK("https://evil.example","x")']);
        expect(rows[1]?.[5]).toBe('2026-11-29 08:00:00');
      }
    },
    120_000,
  );
});
