import { attestationStateWords, calls, type Language, messageCalls } from '@proofkeep/contract';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credit } from '../kit/credit.ts';
import { visitAsHolder } from '../kit/holder.ts';
import { runMinuteJob } from '../kit/minute-job.ts';
import { readers } from '../kit/readers.ts';
import { Client } from '../kit/service.ts';
import { expectAccessibleInBothWidths, startWeb, type Web, type widths } from '../kit/web.ts';
import { siteWords } from '../kit/words.ts';

const captureMs = 120_000;

const wordsIn = (language: Language) => {
  const { text, like, word } = siteWords(language);
  return {
    paste: text('preserve-sheet.paste'),
    check: text('preserve-sheet.check'),
    good: text('preserve-sheet.good', { count: 3 }),
    bad: text('preserve-sheet.bad', { count: 1 }),
    submit: like('preserve-sheet.submit'),
    rows: text('batch.rows'),
    review: text('batch.review', { count: 3 }),
    at: text('batch-review.at', { at: 1, of: 3 }),
    reviewed: text('batch-review.done'),
    close: text('batch-review.close'),
    sealed: word(attestationStateWords.succeeded),
    phone: text('preserve-sheet.phone'),
  };
};
const words = { zh: wordsIn('zh'), en: wordsIn('en') };

let site: SampleSite;
let web: Web;
beforeAll(async () => {
  site = await startSampleSite();
  web = await startWeb({ captures: 2, egressAllow: site.egressAllow });
});
afterAll(async () => {
  await web?.close();
  await site.close();
});

const people = [
  { language: 'zh', width: 'desk', phone: '13600000401', head: '网址\t名称\t访问方式' },
  { language: 'en', width: 'phone', phone: '13600000402', head: 'URL\tName\tVisit as' },
] as const satisfies { language: Language; width: keyof typeof widths; phone: string; head: string }[];

describe('a batch', () => {
  it.each(readers(people))(
    'is pasted, checked, captured, reviewed by keyboard and reported once ($language, $width)',
    { timeout: 300_000 },
    async ({ head, ...as }) => {
      const word = words[as.language];
      const { page, context, origin, press, errors } = await visitAsHolder(web, as);
      await credit(web.dataDir, as.phone, 10_000);
      const lines = [1, 2, 3].map((n) => `${site.httpOrigin}/article?n=${n}\tNo ${n}\t${n === 3 ? 'phone' : ''}`);

      await page.goto(`${origin}/attestation/new?kind=sheet`);
      await page.getByRole('textbox', { name: word.paste }).fill([head, ...lines, 'http://10.0.0.1/\t\t'].join('\n'));
      await expectAccessibleInBothWidths(page);
      await press(word.check);
      await page.getByText(`${word.good} · ${word.bad}`).waitFor();
      await expectAccessibleInBothWidths(page);
      await page.getByRole('button', { name: word.submit }).click();
      await page.waitForURL(/\/attestation\/batch\//);
      const rows = page.getByRole('list', { name: word.rows }).getByRole('listitem');
      await rows.nth(2).waitFor();
      await page.getByRole('button', { name: word.review, exact: true }).click({ timeout: captureMs });

      await page.getByRole('dialog').getByText(word.at, { exact: true }).waitFor();
      await expectAccessibleInBothWidths(page);
      for (const left of [2, 1, 0]) {
        await page.keyboard.press('c');
        const next = left > 0 ? siteWords(as.language).text('batch-review.at', { at: 1, of: left }) : word.reviewed;
        await page.getByRole('dialog').getByText(next, { exact: true }).waitFor();
      }
      await press(word.close);

      await expect.poll(() => rows.getByText(word.sealed, { exact: true }).count(), { timeout: 60_000 }).toBe(6);
      const client = new Client(web.service);
      const cookies = await context.cookies();
      client.token = cookies.find(({ name }) => name === 'bq-x-token')?.value ?? '';
      const { batchId } = await idOf(client, page.url());
      await runMinuteJob(web.dataDir, 'summarise-submissions', {});
      await expect
        .poll(async () => (await client.ask(messageCalls.news, {})).list.map(({ link }) => link), { timeout: 90_000 })
        .toEqual([`/attestation/batch/${batchId}`]);
      expect(errors).toEqual([]);
    },
  );
});

async function idOf(client: Client, url: string): Promise<{ batchId: string }> {
  const batchId = /batch\/([0-9a-f-]+)/.exec(url)?.[1] ?? '';
  const { batch } = await client.ask(calls.attestations.batch, { batchId });
  expect(batch?.size).toBe(3);
  return { batchId };
}
