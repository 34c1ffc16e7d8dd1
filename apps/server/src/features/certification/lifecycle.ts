import {
  type CertificationEvent,
  type CertificationKind,
  type CertificationState,
  certifiedBy,
  type Said,
  say,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import { notify } from '../messages/service.ts';
import { type CertificationRow, isTakenElsewhere, lockNumber, setDecided } from './store.ts';

type Stored = Exclude<CertificationState, 'none'>;

/** @throws Refusal STATE_FORBIDS where the table has no such change */
export function after(from: CertificationState, event: CertificationEvent): Stored {
  const to = certifiedBy(from, event);
  if (to === undefined || to === 'none') throw new Refusal('STATE_FORBIDS');
  return to;
}

export interface Decision {
  event: Extract<CertificationEvent, 'confirm' | 'deny' | 'approve' | 'refuse' | 'revoke'>;
  staffId: string | null;
  reason: string | null;
  now: Date;
}

/**
 * Decides a locked certification and tells the holder.
 * @throws Refusal STATE_FORBIDS, NUMBER_CERTIFIED
 */
export async function decide(db: Client, row: CertificationRow, { event, ...o }: Decision): Promise<Stored> {
  const state = after(row.state, event);
  if (state === 'approved') {
    await lockNumber(db, row.numberFingerprint);
    if (await isTakenElsewhere(db, row.numberFingerprint, row.id)) throw new Refusal('NUMBER_CERTIFIED');
  }
  await setDecided(db, row.id, { ...o, state });
  const said = saidOf(row.kind, state, o.reason);
  await notify(db, { loginId: row.personId, kind: 'certification', said, link: pageOf[row.kind] });
  return state;
}

/** A provider gives no reason. */
function saidOf(kind: CertificationKind, state: Stored, reason: string | null): Said {
  if (state === 'approved') return say(`message.certified-${kind}`);
  if (reason === null) return say('message.certification-denied');
  if (state === 'revoked') return say(`message.certification-revoked-${kind}`, { reason });
  return say(`message.certification-refused-${kind}`, { reason });
}

const pageOf: Record<CertificationKind, string> = {
  personal: '/accountSetting/basicSetting/personal',
  enterprise: '/accountSetting/basicSetting/enterprise',
};
