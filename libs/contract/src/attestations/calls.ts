import { z } from 'zod';
import { bytes, call, nil } from '../call.ts';
import { mostLinkedPages } from '../capture/job.ts';
import { attestationNameLength, discardReasonLength, remarkLength } from '../shared/limits.ts';
import { count, listOf, page, several } from '../shared/lists.ts';
import { Message } from '../shared/sentences.ts';
import { AttestationDetail, AttestationSummary } from './attestation.ts';
import { batchCalls, excelType } from './batch-calls.ts';
import { captureChoice } from './capture-choice.ts';
import { cookieCalls } from './cookie-calls.ts';
import { evidenceCalls } from './evidence-calls.ts';
import { Ano, Labels } from './fields.ts';
import { fileCalls } from './file-calls.ts';
import { listExportCalls } from './list-export-calls.ts';
import { listFilter, listOrder } from './list-filter.ts';
import { AttestationState, attestationStateTable } from './states.ts';
import { GroupCounts } from './submissions.ts';
import { viewCalls } from './view-calls.ts';

const Name = z.string().trim().max(attestationNameLength);
const Remark = z.string().trim().max(remarkLength);
const flag = z.stringbool().or(z.boolean());

const one = z.strictObject({ ano: Ano });
/** Which of the given attestations were changed, and why the others were not. */
const Changed = z.strictObject({
  changed: z.array(z.string()),
  refused: z.array(z.strictObject({ ano: z.string(), message: Message })),
});

/** Input of the submissions of pages and of product pages. */
const UrlSubmission = z.strictObject({
  urls: several(z.string().trim().min(1).max(8192), 50),
  labels: Labels,
  remark: Remark.default(''),
  ...captureChoice,
  /**
   * Open the pages with the cookies of this signed-in profile of yours; every URL must be on its site and use https. A
   * profile can be used for one submission only.
   */
  cookieProfileId: z.uuid().optional(),
  /**
   * Have a node in another place capture each page too, and compare both records. One more unit of each is held; it is released
   * where there is no second record, to the balance if an order paid for it. Not with linked pages or a signed-in profile.
   */
  secondVantage: flag.default(false),
  /** Certify without a preview. */
  autoConfirm: flag.default(false),
  /**
   * Leaves the balance untouched: a separate order pays for what packages don't cover, if the caller may place orders.
   */
  byOrder: flag.default(false),
});

const UrlsSubmitted = z.strictObject({
  /** The new submission; null if every URL was refused. */
  batchId: z.uuid().nullable(),
  list: z.array(AttestationSummary),
  refused: z.array(z.strictObject({ url: z.string(), message: Message })),
  /** Number of the order to be paid; null if there is nothing to pay. */
  orderNo: z.string().nullable(),
});

/** Records of the calls about attestations. */
export const attestationCalls = {
  ...fileCalls,
  ...batchCalls,
  ...viewCalls,
  ...cookieCalls,
  ...evidenceCalls,
  ...listExportCalls,
  preserveUrls: call({
    method: 'POST',
    path: '/creditor/attestaion/url',
    who: 'user',
    needs: 'preserve',
    summary:
      'Preserves one or more pages. The cost is held for all of them, or none is accepted. With an order, pages not covered by packages wait until it is paid.',
    maxBytes: 2 ** 20,
    input: UrlSubmission.extend({
      /**
       * How many of the pages on its own host that each page links to are preserved too, each as an attestation of the
       * submission. Their price is held with it and released for missing ones. Not with an order or a signed-in
       * profile.
       */
      linkedPages: count.min(0).max(mostLinkedPages).default(0),
    }),
    reply: UrlsSubmitted,
    refusals: ['COOKIES_USED', 'STORAGE_FULL', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'ORDERS_OPEN'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: 'attestation.submitted',
  }),
  preserveProducts: call({
    method: 'POST',
    path: '/creditor/attestaion/web/ecommerce',
    who: 'user',
    needs: 'preserve',
    summary:
      'Preserves one or more product pages of shops, with what each states about product, prices, shop and images. Cost and orders as for pages.',
    maxBytes: 2 ** 20,
    input: UrlSubmission,
    reply: UrlsSubmitted,
    refusals: ['COOKIES_USED', 'STORAGE_FULL', 'BALANCE_SHORT', 'SPENDING_LIMIT', 'ORDERS_OPEN'],
    limits: [{ per: 'login', times: 600, seconds: 3_600 }],
    audit: 'attestation.submitted',
  }),
  urlList: call({
    method: 'POST',
    path: '/creditor/attestaion/url/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists your page captures, newest first, with their live state.',
    input: z.strictObject({
      ...page,
      states: several(AttestationState, attestationStateTable.states.length).optional(),
      anos: several(Ano, 100).optional(),
    }),
    reply: listOf(AttestationSummary),
  }),
  confirm: call({
    method: 'POST',
    path: '/creditor/attestaion/url/confirm',
    who: 'user',
    needs: 'preserve',
    summary:
      'Confirms previews, so they are certified. One with a warning is refused unless `despiteWarnings` lists it too.',
    input: z.strictObject({
      anos: several(Ano, 100),
      /** Attestations that the holder certifies although the capture may show the wrong page. */
      despiteWarnings: several(Ano, 100).or(z.tuple([])).default([]),
    }),
    reply: Changed,
    audit: 'attestation.confirmed',
  }),
  reject: call({
    method: 'DELETE',
    path: '/creditor/attestaion/url/feedback',
    who: 'user',
    needs: 'preserve',
    summary: 'Discards a preview: deletes its files and charges nothing.',
    input: z.strictObject({ ano: Ano, reason: z.string().trim().max(discardReasonLength).default('') }),
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'attestation.rejected',
  }),
  captureAgain: call({
    method: 'POST',
    path: '/creditor/attestations/again',
    who: 'user',
    needs: 'preserve',
    summary:
      'Discards a preview, which costs nothing, and captures its page again with the same options; with `dismissConsent` also pressing the button of an overlay.',
    input: one.extend({ dismissConsent: flag.default(false) }),
    reply: AttestationSummary,
    refusals: [
      'STATE_FORBIDS',
      'COOKIES_OF_OTHER_USER',
      'COOKIES_DELETED',
      'STORAGE_FULL',
      'BALANCE_SHORT',
      'SPENDING_LIMIT',
    ],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'attestation.again',
  }),
  cancel: call({
    method: 'POST',
    path: '/creditor/attestaion/url/cancel',
    who: 'user',
    needs: 'preserve',
    summary: 'Cancels a queued or running capture.',
    input: one,
    reply: nil,
    refusals: ['STATE_FORBIDS'],
    audit: 'attestation.cancelled',
  }),
  retry: call({
    method: 'POST',
    path: '/creditor/attestaion/urlRetry',
    who: 'user',
    needs: 'preserve',
    summary: 'Retries a failed capture.',
    input: one,
    reply: AttestationSummary,
    refusals: ['STATE_FORBIDS', 'COOKIES_OF_OTHER_USER', 'COOKIES_DELETED', 'BALANCE_SHORT', 'SPENDING_LIMIT'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'attestation.retried',
  }),
  info: call({
    method: 'POST',
    path: '/creditor/v1/attestation/info',
    who: 'user',
    needs: 'evidence',
    summary: 'Returns one attestation of any kind with all details.',
    input: one,
    reply: AttestationDetail,
  }),
  editUrl: call({
    method: 'PUT',
    path: '/creditor/attestation/url/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Changes name and remark.',
    input: z.strictObject({ id: Ano, name: Name.optional(), remark: Remark.optional() }),
    reply: AttestationSummary,
    audit: 'attestation.edited',
  }),
  setLabels: call({
    method: 'PUT',
    path: '/creditor/attestation/label/{id}',
    who: 'user',
    needs: 'preserve',
    summary: 'Sets the labels.',
    input: z.strictObject({ id: Ano, labels: Labels }),
    reply: AttestationSummary,
    audit: 'attestation.labelled',
  }),
  list: call({
    method: 'POST',
    path: '/creditor/attestation/composite/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists attestations of all kinds.',
    input: z.strictObject({
      ...page,
      ...listFilter,
      ...listOrder,
      /** `nextCursor` of the previous reply: returns the rows that follow. Send `page: 1` with it. */
      cursor: z.string().max(700).optional(),
      /** If false, `total` is the number of rows on this page, and the reply comes sooner. */
      isCounted: flag.default(true),
    }),
    reply: listOf(AttestationSummary).extend({ nextCursor: z.string().nullable() }),
  }),
  downloadList: call({
    method: 'GET',
    path: '/creditor/attestation/download/list',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads the filtered list as an Excel file, at most 10,000 rows; `askListExport` writes a longer one.',
    input: z.strictObject({
      ...listFilter,
      ...listOrder,
    }),
    produces: excelType,
    reply: bytes,
    refusals: ['EXPORT_TOO_LARGE', 'EXPORTS_BUSY'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'attestation.exported',
  }),
  groupCounts: call({
    method: 'POST',
    path: '/creditor/attestations/counts',
    who: 'user',
    needs: 'evidence',
    summary: 'Counts attestations by group of states: needs attention, in progress, preserved, not completed.',
    input: z.strictObject(listFilter),
    /** Counts are capped at `countedTo`, which means "this many or more". */
    reply: z.strictObject({ counts: GroupCounts, countedTo: z.int() }),
  }),
  labels: call({
    method: 'GET',
    path: '/creditor/attestation/composite/labels',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists all labels in use, with counts.',
    input: z.strictObject({}),
    reply: z.strictObject({ list: z.array(z.strictObject({ label: z.string(), count: z.int() })) }),
  }),
  feedback: call({
    method: 'POST',
    path: '/creditor/attestaion/feedback',
    who: 'user',
    needs: 'preserve',
    summary: 'Reports a problem with an attestation.',
    input: z.strictObject({ ano: Ano, text: z.string().trim().min(1).max(remarkLength) }),
    reply: nil,
    limits: [{ per: 'login', times: 20, seconds: 3_600 }],
    audit: 'attestation.reported',
  }),
  live: call({
    method: 'GET',
    path: '/creditor/attestations/live',
    who: 'user',
    summary:
      'Streams changes of attestations the user may see, and messages (server-sent events: `changed`, `progress`, `submitted`, `missed`, `messages`).',
    input: z.strictObject({
      /** When the client last read: `missed` is sent at once if an attestation may have changed since. */
      since: z.iso.datetime().optional(),
    }),
    produces: 'text/event-stream',
    reply: bytes,
  }),
};

/** Data of the live stream's `event: progress`; that of `event: changed` is an `AttestationSummary`. */
export const LiveProgress = z.strictObject({
  ano: z.string(),
  doing: z.string(),
  requests: z.int(),
  bytes: z.int(),
  inFlight: z.int(),
});
export type LiveProgress = z.infer<typeof LiveProgress>;
