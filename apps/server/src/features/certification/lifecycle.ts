import {
  type CertificationEvent,
  type CertificationKind,
  certificationStateTable,
  type Message,
  message,
  type StoredCertificationState,
  type WhoOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import { type Change, Expression, type Lifecycle, transition } from '../../kit/transition.ts';
import { notify } from '../messages/service.ts';
import { type CertificationRow, insertCertification, isTakenElsewhere, lockNumber, type Submission } from './store.ts';

type Who = WhoOf<typeof certificationStateTable>;
interface Detail {
  row: Pick<CertificationRow, 'kind' | 'personId'>;
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
    if (who === 'holder') return;
    const sentence = messageOf(row.kind, to, reason);
    await notify(db, { loginId: row.personId, kind: 'certification', message: sentence, link: pageOf[row.kind] });
  },
};

/**
 * Asks the table before uploads are marked as used and a provider is called.
 * @returns the state after the event
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
 * Stores a first submission, or the next attempt in place of the previous one.
 * @param row the certification, locked; undefined if there is none
 * @returns the new state
 * @throws Refusal STATE_FORBIDS
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
  if (certificationStateTable.after(row.state, event, who) === 'approved') {
    await lockNumber(db, row.numberFingerprint);
    if (await isTakenElsewhere(db, row.numberFingerprint, row.id)) throw new Refusal('NUMBER_CERTIFIED');
  }
  const set = { decided_by: staffId, reason, decided_at: now };
  const { to } = await transition(db, certificationLifecycle, row.id, { event, who, detail: { row, reason }, set });
  return to;
}

/** A provider gives no reason. */
function messageOf(kind: CertificationKind, state: StoredCertificationState, reason: string | null): Message {
  if (state === 'approved') return message(`message.certified-${kind}`);
  if (reason === null) return message('message.certification-denied');
  if (state === 'revoked') return message(`message.certification-revoked-${kind}`, { reason });
  return message(`message.certification-refused-${kind}`, { reason });
}

const pageOf: Record<CertificationKind, string> = {
  personal: '/accountSetting/basicSetting/personal',
  enterprise: '/accountSetting/basicSetting/enterprise',
};
