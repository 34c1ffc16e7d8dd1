import {
  type CertificationEvent,
  type CertificationKind,
  certificationStateTable,
  certifiedLogins,
  type Message,
  message,
  type StoredCertificationState,
  type WhoOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { Refusal } from '../../kit/refusal.ts';
import { type Change, Expression, type Lifecycle, transition } from '../../kit/transition.ts';
import { notify } from '../messages/service.ts';
import { removeUpload } from '../uploads/service.ts';
import {
  type CertificationOf,
  type CertificationRow,
  deleteCertifications,
  findApplications,
  findElsewhere,
  insertCertification,
  lockApplications,
  lockNumber,
  type Submission,
} from './store.ts';

type Who = WhoOf<typeof certificationStateTable>;
interface Detail {
  row: Pick<CertificationRow, 'kind' | 'personId' | 'isChange'>;
  reason: string | null;
}

/** The audit trail holds the history; decisions notify the holder. */
export const certificationLifecycle: Lifecycle<StoredCertificationState, CertificationEvent, Who, Detail> = {
  table: certificationStateTable,
  relation: 'certification',
  key: 'id',
  async record(
    db,
    { to, who, detail: { row, reason } }: Change<StoredCertificationState, CertificationEvent, Who, Detail>,
  ) {
    // The decision that caused it sends its own message.
    if (who === 'holder' || who === 'change' || who === 'closing') return;
    const sentence = messageOf(row, to, reason);
    await notify(db, { loginId: row.personId, kind: 'certification', message: sentence, link: pageOf[row.kind] });
  },
};

/**
 * Checks the state table before uploads are marked as used and a provider is called. @returns the state after the event
 * @throws Refusal STATE_FORBIDS
 */
export function requireSubmittable(
  row: CertificationRow | undefined,
  event: 'begin' | 'submit',
): StoredCertificationState {
  if (!row) return event === 'begin' ? 'started' : 'pending';
  const state = certificationStateTable.after(row.state, event, 'holder');
  if (state === undefined) throw new Refusal('STATE_FORBIDS');
  return state;
}

/**
 * Stores a first submission, or a new attempt that replaces the previous one. @param row the certification, locked;
 * undefined if there is none @returns the new state @throws Refusal STATE_FORBIDS
 */
export async function submitCertification(
  db: Client,
  row: CertificationRow | undefined,
  event: 'begin' | 'submit',
  submission: Submission,
): Promise<StoredCertificationState> {
  if (!row) {
    const state = requireSubmittable(row, event);
    await insertCertification(db, { ...submission, state });
    return state;
  }
  const { to } = await transition(db, certificationLifecycle, row.id, {
    event,
    who: 'holder',
    detail: { row: submission, reason: null },
    set: {
      person_id: submission.personId,
      entered: submission.entered,
      number_fingerprint: submission.numberFingerprint,
      masked_name: submission.maskedName,
      uploads: submission.uploads,
      provider: submission.provider,
      order_no: submission.orderNo,
      certify_id: submission.certifyId,
      submitted_at: submission.submittedAt,
      attempt: new Expression('attempt + 1'),
      returned_at: null,
      decided_at: null,
      approved_at: null,
      decided_by: null,
      reason: null,
    },
  });
  return to;
}

export type Decision =
  | { event: 'confirm' | 'deny'; who: 'provider'; staffId: null; reason: null; now: Date }
  | { event: 'approve' | 'refuse' | 'revoke'; who: 'operator'; staffId: string; reason: string | null; now: Date };

/**
 * Decides a locked certification and notifies the holder.
 * @returns the new state
 * @throws Refusal STATE_FORBIDS, NUMBER_CERTIFIED
 */
export async function decideCertification(
  db: Client,
  row: CertificationRow,
  { event, who, staffId, reason, now }: Decision,
): Promise<StoredCertificationState> {
  const after = certificationStateTable.after(row.state, event, who);
  const elsewhere = after === 'approved' ? await requireNumberFree(db, row) : [];
  if (after === 'approved' && row.isChange) await replacePresent(db, row, now);
  const decided = { decided_by: staffId, reason, decided_at: now };
  // An approved change becomes the current certification.
  const set = after === 'approved' ? { ...decided, approved_at: now, is_change: false } : decided;
  const { to } = await transition(db, certificationLifecycle, row.id, { event, who, detail: { row, reason }, set });
  if (to === 'revoked') await lapseChange(db, row, { staffId, reason, now });
  if (!row.isChange)
    for (const { personId } of elsewhere)
      await notify(db, {
        loginId: personId,
        kind: 'certification',
        message: message('message.certified-elsewhere'),
        link: pageOf.personal,
      });
  return to;
}

const ownerOf = ({ kind, personId, accountId }: CertificationRow): CertificationOf =>
  kind === 'personal' ? { personId } : { accountId };

/** @returns the other owners certified with the number @throws Refusal NUMBER_CERTIFIED */
async function requireNumberFree(db: Client, row: CertificationRow): Promise<{ personId: string }[]> {
  await lockNumber(db, row.numberFingerprint);
  const elsewhere = await findElsewhere(db, row);
  if (elsewhere.length >= certifiedLogins[row.kind]) throw new Refusal('NUMBER_CERTIFIED');
  return elsewhere;
}

/** @throws Refusal STATE_FORBIDS if the certification to be changed is no longer approved */
async function replacePresent(db: Client, row: CertificationRow, now: Date): Promise<void> {
  const { present } = await findApplications(db, ownerOf(row));
  if (!present) throw new Refusal('STATE_FORBIDS');
  const detail = { row: present, reason: null };
  await transition(db, certificationLifecycle, present.id, {
    event: 'replace',
    who: 'change',
    detail,
    set: { replaced_at: now },
  });
}

/**
 * Ends the open change of a revoked certification, since its documents are no longer trusted. The holder can apply
 * again.
 */
async function lapseChange(
  db: Client,
  row: CertificationRow,
  { staffId, reason, now }: { staffId: string | null; reason: string | null; now: Date },
): Promise<void> {
  const { change } = await findApplications(db, ownerOf(row));
  if (!change || certificationStateTable.after(change.state, 'lapse', 'change') === undefined) return;
  await transition(db, certificationLifecycle, change.id, {
    event: 'lapse',
    who: 'change',
    detail: { row: change, reason },
    set: { decided_by: staffId, reason, decided_at: now },
  });
}

/** Ends the certifications of a closed account and frees their numbers for another account. */
export async function endCertifications(
  db: Client,
  { personId, accountId }: { personId: string; accountId: string },
  now: Date,
): Promise<void> {
  for (const owner of [{ personId }, { accountId }]) {
    const { present, change } = await lockApplications(db, owner);
    for (const row of [present, change])
      if (row && certificationStateTable.after(row.state, 'end', 'closing') !== undefined)
        await transition(db, certificationLifecycle, row.id, {
          event: 'end',
          who: 'closing',
          detail: { row, reason: null },
          set: { decided_at: now },
        });
  }
}

/**
 * Erases everything an owner ever submitted: forms, fingerprints, names and pictures. @returns the number of
 * certifications
 */
export async function eraseCertifications(
  db: Client,
  jobs: Jobs,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<number> {
  let erased = 0;
  for (const owner of [{ personId }, { accountId }]) {
    const rows = await deleteCertifications(db, owner);
    for (const id of rows.flatMap(({ uploads }) => uploads)) await removeUpload(db, jobs, id, { onlyUnused: false });
    erased += rows.length;
  }
  return erased;
}

/** Withdraws the undecided application. @throws Refusal STATE_FORBIDS */
export async function withdrawCertification(db: Client, row: CertificationRow | undefined): Promise<void> {
  if (!row) throw new Refusal('STATE_FORBIDS');
  const detail = { row, reason: null };
  await transition(db, certificationLifecycle, row.id, { event: 'withdraw', who: 'holder', detail });
}

/** Providers give no reason. */
function messageOf({ kind, isChange }: Detail['row'], state: StoredCertificationState, reason: string | null): Message {
  if (isChange && state === 'approved') return message(`message.certification-changed-${kind}`);
  if (isChange && reason === null) return message('message.certification-change-denied');
  if (isChange && reason !== null) return message(`message.certification-change-refused-${kind}`, { reason });
  if (state === 'approved') return message(`message.certified-${kind}`);
  if (reason === null) return message('message.certification-denied');
  if (state === 'revoked') return message(`message.certification-revoked-${kind}`, { reason });
  return message(`message.certification-refused-${kind}`, { reason });
}

const pageOf: Record<CertificationKind, string> = {
  personal: '/accountSetting/basicSetting/personal',
  enterprise: '/accountSetting/basicSetting/enterprise',
};
