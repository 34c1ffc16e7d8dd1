import { randomBytes } from 'node:crypto';
import { newAno } from '@proofkeep/bundle';
import {
  type AttestationEvent,
  type attestationCalls,
  attestationStateTable,
  blockWords,
  type InputOf,
  isCapturedKind,
  type Message,
  message,
  named,
  serviceOf,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { Context } from '../../../http/context.ts';
import { maySeeBalance, scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { findRetryTerms, placeHold, requireFunds } from '../../money/service.ts';
import { openReport } from '../../reports/service.ts';
import { requireOwnCookies } from '../cookies/profiles.ts';
import { recordEvent } from '../custody.ts';
import { moveAttestation } from '../lifecycle.ts';
import { requireListed, summaryOf } from '../reading/summary.ts';
import { findSecond, insertSeconds } from '../second/store.ts';
import { type AttestationRow, findLinkedPages, lockAttestationOf } from '../store.ts';
import { insertCopy } from '../write-store.ts';
import { findSubmitter } from './submitter.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

/** Confirms previews one by one; the reply lists each one that can't be confirmed, with the reason. */
export async function confirm({ anos, despiteWarnings }: InputOf<Calls['confirm']>, { db, caller, services }: User) {
  const accepted: ReadonlySet<string> = new Set(despiteWarnings);
  const changed: string[] = [];
  const refused: { ano: string; message: Message }[] = [];
  // Lock order: attestations before ledger accounts (docs/ARCHITECTURE.md).
  const locked = new Map<string, AttestationRow | undefined>();
  for (const ano of [...new Set(anos)].sort()) locked.set(ano, await lockAttestationOf(db, scopeOf(caller), ano));
  for (const [ano, row] of locked) {
    if (!row || !attestationStateTable.after(row.state, 'confirmed', 'holder')) {
      refused.push({ ano, message: message(row ? 'attestation.not-waiting' : 'attestation.unknown') });
      continue;
    }
    if (row.warning && !accepted.has(ano)) {
      const [zh, en] = blockWords[row.warning];
      refused.push({ ano, message: message('attestation.warned', { what: named({ zh, en }) }) });
      continue;
    }
    await moveAttestation(db, ano, 'confirmed', { by: caller });
    await services.jobs.send(db, 'certify', { ano });
    changed.push(ano);
  }
  return { changed, refused };
}

export async function reject({ ano, reason }: InputOf<Calls['reject']>, { db, caller, services }: User) {
  const messages = reason ? [message('holder.words', { text: reason })] : [];
  await discardFiles({ db, services }, await act(db, { ano, caller }, 'rejected', messages));
  return null;
}

/**
 * Discards a preview and submits its page again, with the same options and labels. Releases the first hold before
 * placing the second, at the price of its order if it had one, otherwise at the current price.
 */
export async function captureAgain({ ano, dismissConsent }: InputOf<Calls['captureAgain']>, context: User) {
  const { db, caller, services, now } = context;
  if (!(await services.hasSpace())) throw new Refusal('STORAGE_FULL', { values: { seconds: 300 } });
  const ordered = await findRetryTerms(db, ano);
  const preview = await lockAttestationOf(db, scopeOf(caller), ano);
  if (!preview) throw new Refusal('NOT_FOUND');
  if (!isCapturedKind(preview.kind)) throw new Refusal('STATE_FORBIDS');
  await requireOwnCookies(context, ano);
  const next = newAno(now, randomBytes(16));
  const { accountId, loginId, personId } = caller;
  const submitter = await findSubmitter(context);
  // Must run before the preview is discarded: once all captures of a submission have ended, its cookies are deleted.
  await insertCopy(db, ano, { ano: next, loginId, personId, submitter, dismissConsent });
  const discarded = await act(db, { ano, caller }, 'rejected', [message('attestation.again')]);
  await discardFiles(context, discarded);
  const quantity = 1 + (await unitsBesides(db, discarded));
  if (await findSecond(db, ano)) await insertSeconds(db, [next]);
  const charged = { accountId, loginId, service: serviceOf[discarded.kind], quantity, now } as const;
  if (!ordered) await requireFunds(db, { ...charged, seesAccount: maySeeBalance(caller) });
  await placeHold(db, { ...charged, subject: next, ...(ordered && { ordered }) });
  await recordEvent(db, { ano: next, event: 'received', by: caller });
  return summaryOf(await requireListed(db, scopeOf(caller), next));
}

export async function cancel({ ano }: InputOf<Calls['cancel']>, { db, caller, services }: User) {
  await discardFiles({ db, services }, await act(db, { ano, caller }, 'cancelled'));
  return null;
}

async function discardFiles(
  { db, services }: Pick<User, 'db' | 'services'>,
  { ano, fence }: AttestationRow,
): Promise<void> {
  if (fence !== null) await services.jobs.send(db, 'discard', { ano, fence });
}

export async function retry({ ano }: InputOf<Calls['retry']>, context: User) {
  await retryOne(ano, context);
  return summaryOf(await requireListed(context.db, scopeOf(context.caller), ano));
}

/**
 * Queues a failed attestation again. The failed attempt released its hold, so its price is held again: at the price of
 * its order if it had a paid one, otherwise at the current price for the number of attestations that are retried
 * `together`.
 */
export async function retryOne(
  ano: string,
  { db, services, caller, now }: User,
  { together }: { together?: number } = {},
): Promise<void> {
  const { kind, fileCount, minutes } = await act(db, { ano, caller }, 'retried');
  // A live session needs its user present; they open a new one.
  if (kind === 'live') throw new Refusal('STATE_FORBIDS');
  await requireOwnCookies({ db, caller }, ano);
  const { accountId, loginId } = caller;
  const quantity = minutes ?? fileCount ?? 1 + (await unitsBesides(db, { ano, kind }));
  const charged = { accountId, loginId, service: serviceOf[kind], quantity, now } as const;
  const ordered = await findRetryTerms(db, ano);
  // When several are retried, the hold itself reports a short balance.
  if (!ordered && together === undefined) await requireFunds(db, { ...charged, seesAccount: maySeeBalance(caller) });
  const terms = ordered ? { ordered } : together === undefined || !isCapturedKind(kind) ? {} : { together };
  await placeHold(db, { ...charged, subject: ano, ...terms });
  if (!isCapturedKind(kind)) await services.jobs.send(db, 'seal-files', { ano });
}

/** Units held in addition to the page itself: the maximum number of its linked pages, and its second record. */
async function unitsBesides(db: Client, { ano, kind }: Pick<AttestationRow, 'ano' | 'kind'>): Promise<number> {
  const linked = kind === 'page' ? ((await findLinkedPages(db, ano))?.most ?? 0) : 0;
  return linked + ((await findSecond(db, ano)) ? 1 : 0);
}

/** Records in the custody record that a problem was reported; the report itself goes to the operators. */
export async function feedback({ ano, text }: InputOf<Calls['feedback']>, context: User) {
  const { db, caller, audit, language, now } = context;
  if (!(await lockAttestationOf(db, scopeOf(caller), ano))) throw new Refusal('NOT_FOUND');
  await recordEvent(db, { ano, event: 'holder.reported', by: caller, messages: [message('holder.words', { text })] });
  const report = { text, ano, reporter: caller, email: null, language, page: '', traceId: '', now };
  audit({ ano, report: await openReport(db, report) });
  return null;
}

/**
 * Applies an event of the holder. @returns the row as it was before @throws Refusal NOT_FOUND, also for an attestation
 * of another account; STATE_FORBIDS
 */
async function act(
  db: Client,
  { ano, caller }: { ano: string; caller: User['caller'] },
  event: AttestationEvent,
  messages: readonly Message[] = [],
): Promise<AttestationRow> {
  const row = await lockAttestationOf(db, scopeOf(caller), ano);
  if (!row) throw new Refusal('NOT_FOUND');
  await moveAttestation(db, ano, event, { by: caller, messages });
  return row;
}
