import { randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import {
  type attestationCalls,
  countCovered,
  fieldError,
  type InputOf,
  type Message,
  type Service,
  serviceOf,
  sumUnits,
} from '@proofkeep/contract';
import { checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Context } from '../../../http/context.ts';
import { maySeeBalance, scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { findUnitPrice, lockPackages, placeHold, requireFunds } from '../../money/service.ts';
import { placeServiceOrder } from '../../orders/service.ts';
import { insertNewSubmission } from '../batch/submission-store.ts';
import { takeProfile } from '../cookies/profiles.ts';
import { recordEvent } from '../custody.ts';
import { findListed } from '../reading/store.ts';
import { summaryOf } from '../reading/summary.ts';
import { insertSeconds, listPlaces } from '../second/store.ts';
import { insertAttestation, pageAt } from '../write-store.ts';
import { jobOf } from './capture-job.ts';
import { findSubmitter } from './submitter.ts';

type Calls = typeof attestationCalls;

/**
 * Submits the URLs that may be captured and lists the others with the reason. Holds the price of all of them, or
 * submits none. With `byOrder`, those covered by packages start at once and the others wait until an order is paid.
 */
export async function preserveUrls(input: InputOf<Calls['preserveUrls']>, context: Context<'user'>) {
  // Following links such as a sign-out would act as the user.
  if (input.cookieProfileId !== undefined && input.linkedPages > 0)
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('linkedPages', 'notSignedIn', context.language)] });
  // An order is paid in full: pages with fewer links would each need a refund.
  if (input.byOrder && input.linkedPages > 0)
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('linkedPages', 'notByOrder', context.language)] });
  if (input.secondVantage && input.linkedPages > 0) throw secondRefused('notTogether', context);
  return preserve('page', input, context);
}

/** Like `preserveUrls`, but also extracts what each page states about a product. */
export const preserveProducts = (input: InputOf<Calls['preserveProducts']>, context: Context<'user'>) =>
  preserve('ecommerce', { ...input, linkedPages: 0 }, context);

type Kind = 'page' | 'ecommerce';

const secondRefused = (word: 'notTogether' | 'onePlace', { language }: Context<'user'>) =>
  new Refusal('INPUT_INVALID', { fields: [fieldError('secondVantage', word, language)] });

/** A site may end a session that is used from two places. */
async function checkSecond(input: InputOf<Calls['preserveProducts']>, context: Context<'user'>): Promise<void> {
  if (!input.secondVantage) return;
  if (input.cookieProfileId !== undefined) throw secondRefused('notTogether', context);
  await requirePlaces(context);
}

/** @throws Refusal INPUT_INVALID unless nodes in two places are online */
export async function requirePlaces(context: Context<'user'>): Promise<void> {
  if ((await listPlaces(context.db, context.now)).length < 2) throw secondRefused('onePlace', context);
}

async function preserve(kind: Kind, input: InputOf<Calls['preserveUrls']>, context: Context<'user'>) {
  const { db, caller, services } = context;
  await requireSpace(context);
  await checkSecond(input, context);
  const allowed = parseAllowed(services.egressAllow);
  const urls: string[] = [];
  const refused: { url: string; message: Message }[] = [];
  const profile = await takeProfile(context, input.cookieProfileId, allowed);
  for (const text of input.urls) {
    const checked = checkUrl(text, allowed);
    const message = checked.ok ? profile.whyNot(checked.url) : checked.message;
    if (checked.ok && !message) urls.push(checked.url.href);
    else if (message) refused.push({ url: text, message });
  }
  if (urls.length === 0) return { batchId: null, list: [], refused, orderNo: null };
  const { anos, ...ordered } = await order(kind, urls, input, context);
  await profile.bindTo(ordered.batchId);
  const list = (await findListed(db, scopeOf(caller), anos)).map(summaryOf);
  return { ...ordered, list, refused };
}

/** Reserves the remaining disk space for running captures. @throws Refusal STORAGE_FULL */
export async function requireSpace({ services }: Context<'user'>): Promise<void> {
  if (!(await services.hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
}

/**
 * @returns the numbers of the attestations, and of the order that some of them wait for @throws Refusal BALANCE_SHORT,
 * SPENDING_LIMIT, NOT_ALLOWED, ORDERS_OPEN
 */
async function order(
  kind: Kind,
  urls: readonly string[],
  input: InputOf<Calls['preserveUrls']>,
  context: Context<'user'>,
): Promise<{ batchId: string; anos: string[]; orderNo: string | null }> {
  const { labels, remark, autoConfirm, byOrder, linkedPages, secondVantage, cookieProfileId } = input;
  const { db, caller, now } = context;
  const { accountId, loginId, personId } = caller;
  const job = {
    ...jobOf(kind, input),
    ...(linkedPages > 0 && { listLinks: true, linkedPages }),
    ...(cookieProfileId !== undefined && { cookieProfileId }),
  };
  const charged = { accountId, loginId, service: serviceOf[kind], now } as const;
  /** Units of each page: the page itself, its maximum number of linked pages, and its second record. */
  const quantity = 1 + linkedPages + (secondVantage ? 1 : 0);
  const together = urls.length * quantity;
  const placed = byOrder
    ? await placeOrder(context, { service: serviceOf[kind], units: urls.map(() => quantity) })
    : null;
  if (!placed) await requireFunds(db, { ...charged, quantity: together, seesAccount: maySeeBalance(caller) });
  // Packages cover the first URLs.
  const begun = placed?.begun ?? urls.length;
  const submitter = await findSubmitter(context);
  const anos: string[] = [];
  const submissionId = await insertNewSubmission(db, {
    accountId,
    loginId,
    name: '',
    size: urls.length,
    orderId: placed?.order.id ?? null,
  });
  for (const [at, url] of urls.entries()) {
    const orderId = at < begun ? null : (placed?.order.id ?? null);
    const ano = newAno(now, randomBytes(16));
    const who = { accountId, loginId, personId, submitter, submissionId };
    await insertAttestation(db, { ano, ...who, ...pageAt(url, kind), labels, remark, job, autoConfirm, orderId });
    if (secondVantage) await insertSeconds(db, [ano]);
    if (orderId === null) await placeHold(db, { ...charged, quantity, together, subject: ano });
    await recordEvent(db, { ano, event: 'received', by: caller });
    anos.push(ano);
  }
  await context.services.jobs.send(db, 'index-submission', { submissionId });
  return { batchId: submissionId, anos, orderNo: placed?.order.no ?? null };
}

/**
 * Places an order for what packages don't cover; null if they cover everything or it is free. @param o.units of each
 * attestation: packages cover all units of the first ones, and the rest is ordered @returns the order, with the number of
 * attestations that packages cover
 */
export async function placeOrder(
  context: Context<'user'>,
  { service, units }: { service: Service; units: readonly number[] },
) {
  const { db, caller, now } = context;
  if (!maySeeBalance(caller)) throw new Refusal('NOT_ALLOWED');
  const inPackages = await lockPackages(db, { accountId: caller.accountId, service, now });
  const quantity = sumUnits(units);
  const begun = countCovered(units, inPackages);
  const waiting = sumUnits(units.slice(begun));
  const price = await findUnitPrice(db, service, quantity, now);
  if (waiting * price.unitCents === 0) return null;
  return { begun, order: await placeServiceOrder(context, { service, quantity: waiting, ...price }) };
}
