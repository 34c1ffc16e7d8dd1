import { randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import {
  type attestationCalls,
  type BatchRow,
  type InputOf,
  type Message,
  mostLabels,
  type ReplyOf,
  serviceOf,
  sumUnits,
} from '@proofkeep/contract';
import { checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Context } from '../../../http/context.ts';
import { maySeeBalance } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { placeHolds, requireFunds } from '../../money/service.ts';
import { recordSubmission } from '../custody.ts';
import { insertSeconds } from '../second/store.ts';
import { jobOf, visitOf } from '../submitting/capture-job.ts';
import { placeOrder, requirePlaces, requireSpace } from '../submitting/submission.ts';
import { findSubmitter } from '../submitting/submitter.ts';
import { insertPages, type NewPage } from '../write-store.ts';
import { findExistingSubmission } from './store.ts';
import { insertSubmission, setSubmissionOrder } from './submission-store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;
type Input = InputOf<Calls['batchSubmit']>;
type Reply = ReplyOf<Calls['batchSubmit']>;

/**
 * Submits the rows that may be captured, in a number of statements that doesn't grow with them. The batch's id makes it
 * idempotent: a repeated submission, concurrent or later, waits for the first, changes nothing and gets the same reply.
 * @throws Refusal STORAGE_FULL, BALANCE_SHORT, SPENDING_LIMIT, ORDERS_OPEN
 */
export async function batchSubmit(input: Input, context: User): Promise<Reply> {
  const repeated = await answerAgain(input, context);
  if (repeated) return repeated;
  await requireSpace(context);
  const { rows, refused } = checkRows(input, context);
  if (rows.length === 0) {
    context.auditAs(null);
    return { batchId: input.batchId, count: 0, refused, orderNo: null };
  }
  const { db, caller, now, audit } = context;
  const { accountId, loginId } = caller;
  const service = serviceOf[input.kind];
  const charged = { accountId, loginId, service, now } as const;
  if (rows.some(({ hasSecond }) => hasSecond)) await requirePlaces(context);
  const units = rows.map(({ hasSecond }) => (hasSecond ? 2 : 1));
  const quantity = sumUnits(units);
  const about = { accountId, loginId, name: input.name, size: rows.length, orderId: null };
  const id = await insertSubmission(db, { ...about, id: input.batchId });
  // Another transaction committed this batch while this one waited for the row.
  if (!id) return requireAnswer(await answerAgain(input, context));
  const placed = input.byOrder ? await placeOrder(context, { service, units }) : null;
  if (!placed) await requireFunds(db, { ...charged, quantity, seesAccount: maySeeBalance(caller) });
  const orderId = placed?.order.id ?? null;
  if (orderId !== null) await setSubmissionOrder(db, id, orderId);
  // Packages cover the first rows.
  const begun = placed?.begun ?? rows.length;
  const pages = rows.map((row, at) => pageOf(row, input, { now, orderId: at < begun ? null : orderId }));
  await insertPages(db, { ...(await sharedBy(input, context)), submissionId: id }, pages);
  const anos = pages.map(({ ano }) => ano);
  await insertSeconds(
    db,
    anos.filter((_ano, at) => rows[at]?.hasSecond),
  );
  const held = anos.slice(0, begun).map((subject, at) => ({ subject, quantity: units[at] ?? 1 }));
  await placeHolds(db, { ...charged, priced: quantity }, held);
  await recordSubmission(db, id, caller);
  await context.services.jobs.send(db, 'index-submission', { submissionId: id });
  audit({ batchId: id, count: rows.length });
  return { batchId: id, count: rows.length, refused, orderNo: placed?.order.no ?? null };
}

/** @throws Refusal NOT_FOUND if the id belongs to another user */
async function answerAgain({ batchId }: Input, { db, caller, auditAs }: User): Promise<Reply | undefined> {
  const before = await findExistingSubmission(db, batchId);
  if (!before) return undefined;
  if (before.accountId !== caller.accountId || before.loginId !== caller.loginId) throw new Refusal('NOT_FOUND');
  auditAs(null);
  return { batchId, count: before.count, refused: [], orderNo: before.orderNo };
}

function requireAnswer(answer: Reply | undefined): Reply {
  if (!answer) throw new Error('A submission that exists is not found.');
  return answer;
}

type CheckedRow = BatchRow & { hasSecond: boolean };

function checkRows({ rows, secondVantage }: Input, { services }: User) {
  const allowed = parseAllowed(services.egressAllow);
  const good: CheckedRow[] = [];
  const refused: { row: number; url: string; message: Message }[] = [];
  for (const row of rows) {
    const checked = checkUrl(row.url, allowed);
    if (checked.ok) good.push({ ...row, url: checked.url.href, hasSecond: row.options.secondVantage ?? secondVantage });
    else refused.push({ row: row.row, url: row.url, message: checked.message });
  }
  return { rows: good, refused };
}

const pageOf = (row: BatchRow, input: Input, o: { now: Date; orderId: string | null }): NewPage => ({
  ano: newAno(o.now, randomBytes(16)),
  url: row.url,
  name: row.name,
  remark: row.remark || input.remark,
  // The row's labels come first: if there are too many, the batch's are dropped.
  labels: [...new Set([...row.labels, ...input.labels])].slice(0, mostLabels),
  orderId: o.orderId,
  job: visitOf(row.options),
});

async function sharedBy(input: Input, context: User) {
  const { accountId, loginId, personId } = context.caller;
  const { kind, autoConfirm } = input;
  const job = jobOf(kind, input);
  return { accountId, loginId, personId, submitter: await findSubmitter(context), kind, job, autoConfirm };
}
