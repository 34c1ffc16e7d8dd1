import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import { formatYuan } from '../../kit/yuan.ts';
import { type InvoiceRow, languageOf, setMailed } from './store.ts';

type Operator = Context<'operator'>;
type Words = Record<Language, (o: Values) => string>;
interface Values {
  number: string;
  amount: string;
  title: string;
  url: string;
}

const validDays = 90;
const issuedSubject: Words = {
  zh: ({ number }) => `【存真】发票 ${number} 已开具`,
  en: ({ number }) => `[Proofkeep] Invoice ${number} has been issued`,
};
/** Without a file there is nothing to link to: the sheet drawn instead is not an invoice. */
const issuedBody: Words = {
  zh: ({ number, amount, title, url }) =>
    `发票 ${number} 已开具。\n\n抬头：${title}\n金额：${amount}\n\n` +
    (url ? `下载发票（${validDays} 天内有效）：\n${url}` : '发票文件上传后，我们会把下载链接发到这个邮箱。'),
  en: ({ number, amount, title, url }) =>
    `Invoice ${number} has been issued.\n\nMade out to: ${title}\nAmount: ${amount}\n\n` +
    (url
      ? `Download it within ${validDays} days:\n${url}`
      : 'We will send the download link to this address once its file is ready.'),
};
const fileSubject: Words = {
  zh: ({ number }) => `【存真】发票 ${number} 可以下载了`,
  en: ({ number }) => `[Proofkeep] Invoice ${number} is ready to download`,
};
const fileBody: Words = {
  zh: ({ number, amount, title, url }) =>
    `发票 ${number} 的文件已上传。\n\n抬头：${title}\n金额：${amount}\n\n下载发票（${validDays} 天内有效）：\n${url}\n\n以前邮件中的链接不再有效。`,
  en: ({ number, amount, title, url }) =>
    `The file of invoice ${number} is ready.\n\nMade out to: ${title}\nAmount: ${amount}\n\nDownload it within ${validDays} days:\n${url}\n\nLinks in earlier mails are no longer valid.`,
};
const flushedSubject: Words = {
  zh: ({ number }) => `【存真】发票 ${number} 已红冲`,
  en: ({ number }) => `[Proofkeep] Invoice ${number} was reversed`,
};
const flushedBody: Words = {
  zh: ({ number, amount, title }) => `发票 ${number}（抬头：${title}，金额：${amount}）已红冲，请勿再用于报销或抵扣。`,
  en: ({ number, amount, title }) =>
    `Invoice ${number}, made out to ${title} for ${amount}, was reversed by a red-letter invoice. It is void: do not use it for reimbursement or deduction.`,
};

/** Mails that an invoice was issued, with a link if its file is available. */
export async function mailIssued(context: Operator, row: InvoiceRow, number: string): Promise<void> {
  const url = row.fileKey === null ? '' : await newLink(context, row);
  await mail(context, row, { subject: issuedSubject, body: issuedBody }, { number, url });
}

/** Mails that an issued invoice now has a file, or a new one. */
export async function mailFile(context: Operator, row: InvoiceRow, number: string): Promise<void> {
  await mail(context, row, { subject: fileSubject, body: fileBody }, { number, url: await newLink(context, row) });
}

/** The mailed link opens only this invoice: a bookkeeper needs no account. It replaces an earlier link. */
async function newLink({ db, services, now }: Operator, row: InvoiceRow): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const until = new Date(now.getTime() + validDays * 86_400_000);
  await setMailed(db, row.id, { sha256: mailedSha256(secret), until });
  return `${services.publicUrl}/creditor/invoice/mailed/${secret}`;
}

export async function mailFlushed(context: Operator, row: InvoiceRow, number: string): Promise<void> {
  await mail(context, row, { subject: flushedSubject, body: flushedBody }, { number, url: '' });
}

export const mailedSha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest();

async function mail(
  { db, services }: Operator,
  row: InvoiceRow,
  { subject, body }: { subject: Words; body: Words },
  about: { number: string; url: string },
): Promise<void> {
  if (row.delivery.by !== 'email') return;
  const language = await languageOf(db, row.id);
  const values = { ...about, amount: formatYuan(row.amountCents), title: row.header.title };
  const { email: address } = row.delivery;
  await services.mails.send(db, { address, subject: subject[language](values), body: body[language](values) });
}
