import { z } from 'zod';
import { bytes, call } from '../call.ts';
import { Cents, Service } from '../money/money.ts';
import { Means } from '../money/prices.ts';
import { attestationNameLength, remarkLength } from '../shared/limits.ts';
import { listOf, objects, page, several } from '../shared/lists.ts';
import { Message } from '../shared/sentences.ts';
import { AttestationSummary } from './attestation.ts';
import { captureChoice } from './capture-choice.ts';
import { Ano, Labels } from './fields.ts';
import { AttestationState, attestationStateTable } from './states.ts';
import { BatchKind, BatchRow, batchRows, CleanedSheet, StateGroup, Submission, sheetBytes } from './submissions.ts';

const flag = z.stringbool().or(z.boolean());
const BatchId = z.uuid();

/** Media type of Excel files. */
export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The amounts that a retry would hold, by source. */
const RetryPrice = z.strictObject({
  /** Attestations that would be retried. */
  count: z.int(),
  /** Units that packages cover, with what they have left afterwards. */
  packages: z.array(z.strictObject({ service: Service, units: z.int(), left: z.int() })),
  /** From the balance; includes what an order paid for and was released to it. */
  amountCents: Cents,
  ...Means,
});

/** Records of the calls about batches of pages and the submissions they make. */
export const batchCalls = {
  cleanSheet: call({
    method: 'POST',
    path: '/creditor/attestation/url/excel/clean',
    who: 'user',
    needs: 'preserve',
    summary:
      'Reads a spreadsheet of URLs (.xlsx, .csv) with the options that rows have of their own: rows that can be submitted, and each other row with the reason. Nothing is stored.',
    input: z.strictObject({}),
    consumes: 'multipart/form-data',
    maxBytes: sheetBytes,
    reply: CleanedSheet,
    refusals: ['UPLOAD_TYPE', 'UPLOAD_BROKEN', 'SHEET_TOO_LARGE', 'SHEET_WITHOUT_URLS'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
  }),
  batch: call({
    method: 'GET',
    path: '/creditor/attestation/url/batch',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns a submission with its counts by state, or the template for spreadsheets.',
    input: z.strictObject({
      batchId: BatchId.optional(),
      /** Whether to return the template; its reply always lacks a `batchId`. */
      template: flag.default(false),
    }),
    reply: z.strictObject({
      batch: Submission.nullable(),
      template: z.strictObject({ fileName: z.string(), mediaType: z.string(), contentBase64: z.string() }).nullable(),
    }),
    refusals: ['EXPORTS_BUSY'],
  }),
  batchSubmit: call({
    method: 'POST',
    path: '/creditor/attestation/batchSubmit',
    who: 'user',
    needs: 'preserve',
    summary:
      'Submits cleaned rows as one batch. The cost is held for all of them, or none is accepted. Sent again with the same `batchId`, it changes nothing.',
    maxBytes: 16 * 2 ** 20,
    input: z.strictObject({
      batchId: BatchId,
      name: z.string().trim().max(attestationNameLength).default(''),
      rows: objects(BatchRow, batchRows),
      /** Added to the labels of each row. */
      labels: Labels,
      /** For rows without their own. */
      remark: z.string().trim().max(remarkLength).default(''),
      /** `ecommerce`: each row is preserved, and charged, as a product page. */
      kind: BatchKind.default('page'),
      /** For rows without their own. */
      ...captureChoice,
      /** For rows without their own. One more unit of such a row is held, as for single pages. */
      secondVantage: flag.default(false),
      autoConfirm: flag.default(false),
      byOrder: flag.default(false),
    }),
    reply: z.strictObject({
      batchId: BatchId,
      count: z.int(),
      refused: z.array(z.strictObject({ row: z.int(), url: z.string(), message: Message })),
      /** Number of the order to be paid; null if there is nothing to pay. */
      orderNo: z.string().nullable(),
    }),
    refusals: ['STORAGE_FULL', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'ORDERS_OPEN'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'attestation.submitted',
  }),
  batchList: call({
    method: 'GET',
    path: '/creditor/attestation/url/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists the attestations of a submission in its order, or the page captures of the account, newest first.',
    input: z.strictObject({
      ...page,
      batchId: BatchId.optional(),
      group: StateGroup.optional(),
      states: several(AttestationState, attestationStateTable.states.length).optional(),
      /** From the previous reply: returns the rows after it. `page` is then 1. */
      cursor: z.string().max(200).optional(),
    }),
    reply: listOf(AttestationSummary).extend({ nextCursor: z.string().nullable() }),
  }),
  batchRetry: call({
    method: 'POST',
    path: '/creditor/attestations/batch/retry',
    who: 'user',
    needs: 'preserve',
    summary:
      'Retries the failed attestations of a submission, at most 500 at once. The cost is held for all of these, or none is retried.',
    input: z.strictObject({ batchId: BatchId }),
    reply: z.strictObject({ retried: z.int(), left: z.int() }),
    refusals: ['COOKIES_OF_OTHER_USER', 'COOKIES_DELETED', 'STORAGE_FULL', 'BALANCE_SHORT', 'SPENDING_LIMIT'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'attestation.retried',
  }),
  retryPrice: call({
    method: 'POST',
    path: '/creditor/attestations/retry/price',
    who: 'user',
    needs: 'preserve',
    summary:
      'Quotes what retrying would hold: each of the listed attestations by itself, or all failed ones of a submission together. Attestations that can’t be retried are left out.',
    input: z.strictObject({ anos: several(Ano, 100).optional(), batchId: BatchId.optional() }),
    reply: RetryPrice,
    limits: [{ per: 'login', times: 3_000, seconds: 3_600 }],
  }),
  batchResults: call({
    method: 'GET',
    path: '/creditor/attestations/batch/results',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the attestations of a submission with their states and numbers as an Excel file.',
    input: z.strictObject({ batchId: BatchId }),
    produces: excelType,
    reply: bytes,
    refusals: ['EXPORTS_BUSY'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
  }),
};
