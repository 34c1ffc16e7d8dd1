import {
  feeReturnOf,
  isMatterOver,
  type MatterEvent,
  type MatterRole,
  type MatterState,
  type Message,
  matterPath,
  matterStateTable,
  message,
  turnOf,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { Expression, type Lifecycle, transition } from '../../kit/transition.ts';
import { notify } from '../messages/service.ts';
import { releaseHold, settleHold, settleHoldInPart } from '../money/service.ts';
import { type ActOrigin, appendEntry, type MatterActor } from './journal/journal.ts';
import { isTexted } from './party-texts.ts';
import { beginPause, endPause } from './pause-store.ts';
import { endBookedSession } from './reservations/lifecycle.ts';
import type { MatterDbRow } from './store.ts';

interface Detail {
  row: MatterDbRow;
  actor: MatterActor;
  origin: ActOrigin | null;
  jobs: Jobs;
  now: Date;
  /** Facts for the journal entry. */
  facts: Record<string, unknown>;
  /** Overrides the rule for the fee when a notary ends the matter. */
  isFeeReturned?: boolean | undefined;
}

/** Every change of a matter's state: journal, deadline, fee and notices in the same transaction. */
export const matterLifecycle: Lifecycle<MatterState, MatterEvent, MatterRole, Detail> = {
  table: matterStateTable,
  relation: 'matter',
  key: 'id',
  async record(db, { key: matterId, from, event, to, detail }) {
    const { row, actor, origin, jobs, now, facts } = detail;
    const { no } = row;
    const seq = await appendEntry(db, jobs, {
      matterId,
      no,
      actor,
      event,
      detail: { from, to, ...facts },
      origin,
      now,
    });
    if (isTexted(event)) await jobs.send(db, 'text-parties', { matterId, seq });
    if (from === 'scheduled')
      await endBookedSession(db, { matterId, event, role: actor.role, reason: reasonOf(facts) });
    await keepClock(db, { matterId, to, isAccepted: row.acceptedAt !== null || event === 'accept', now });
    if (isMatterOver(to)) await endFee(db, { no, from, to, isReturned: detail.isFeeReturned, now });
    const notice = noticeOf(event, row, detail);
    if (notice)
      await notify(db, { accountId: row.accountId, kind: 'notarization', message: notice, link: matterPath(matterId) });
  },
};

/** The office's deadline runs only while the matter waits for the notary. */
async function keepClock(
  db: Client,
  { matterId, to, isAccepted, now }: { matterId: string; to: MatterState; isAccepted: boolean; now: Date },
): Promise<void> {
  if (!isAccepted) return;
  const isOffices = turnOf(to, { role: 'notary', hasOpenStep: false }) === 'wait-me';
  if (isOffices || isMatterOver(to)) return endPause(db, matterId, now);
  await endPause(db, matterId, now, { except: 'parties' });
  await beginPause(db, { matterId, reason: 'parties', now });
}

/** Charges the fee when the deed is issued; refunds it by rule if the matter ends otherwise. */
async function endFee(
  db: Client,
  o: { no: string; from: MatterState; to: MatterState; isReturned: boolean | undefined; now: Date },
): Promise<void> {
  const decided = o.isReturned === undefined ? undefined : o.isReturned ? 'all' : 'none';
  const feeReturn = o.to === 'issued' ? 'none' : (decided ?? feeReturnOf(o.from));
  if (feeReturn === 'half') await settleHoldInPart(db, o.no, { percent: 50, now: o.now });
  else await (feeReturn === 'all' ? releaseHold : settleHold)(db, o.no, o.now);
}

const reasonOf = ({ reason }: Record<string, unknown>): string | null => (reason ? String(reason) : null);

function noticeOf(
  event: MatterEvent,
  { no, deedNo }: MatterDbRow,
  { actor, facts }: Pick<Detail, 'actor' | 'facts'>,
): Message | null {
  const reason = reasonOf(facts) ?? '';
  switch (event) {
    case 'submit':
    case 'resubmit':
      return message('message.matter-submitted', { no });
    case 'request-correction':
      return message('message.matter-correction', { no, reason });
    case 'accept':
      return message('message.matter-accepted', { no });
    case 'payment-succeeded':
    case 'waive-fee':
      return message('message.matter-identity', { no });
    case 'identity-failed':
      return message('message.matter-step', { no, reason });
    case 'identity-ok':
    case 'reopen':
      return message('message.matter-scheduling', { no });
    case 'book':
      return message('message.matter-booked', { no, time: String(facts.time) });
    case 'reschedule':
      return actor.role === 'notary' ? message('message.matter-moved', { no, reason }) : null;
    case 'no-show':
      return message('message.matter-missed', { no, reason });
    case 'identity-ok-no-session':
    case 'session-ok':
      return message('message.matter-signing', { no });
    case 'amend':
    case 'return-documents':
      return message('message.matter-amended', { no, reason });
    case 'issue':
      return message('message.matter-issued', { no, deed: String(facts.deedNo ?? deedNo ?? '') });
    case 'decline':
      return message('message.matter-declined', { no, reason });
    case 'reject':
      return message('message.matter-rejected', { no, reason });
    case 'terminate':
      return message('message.matter-terminated', { no, reason });
    case 'abandon':
      return message('message.matter-abandoned', { no });
    case 'expire':
      return message('message.matter-expired', { no });
    default:
      return null;
  }
}

export interface MatterMove {
  event: MatterEvent;
  actor: MatterActor;
  origin: ActOrigin | null;
  now: Date;
  /** Facts for the journal entry and the message. */
  facts?: Record<string, unknown>;
  /** Columns that change together with the state. */
  set?: Record<string, unknown>;
  isFeeReturned?: boolean;
}

/**
 * Applies an event to a matter under the lock of its row, which is held until the transaction ends. @throws Refusal
 * STATE_FORBIDS if the state, or this role, doesn't allow the event
 */
export async function moveMatter(db: Client, jobs: Jobs, row: MatterDbRow, move: MatterMove): Promise<void> {
  const { event, actor, origin, now, facts = {}, set = {} } = move;
  const to = matterStateTable.after(row.state, event, actor.role);
  await transition(db, matterLifecycle, row.id, {
    event,
    who: actor.role,
    detail: { row, actor, origin, jobs, now, facts, isFeeReturned: move.isFeeReturned },
    set: {
      version: new Expression('version + 1'),
      changed_at: now,
      ...(to && isMatterOver(to) ? { ended_at: now } : {}),
      // An unsubmitted correction is not kept.
      ...(row.state === 'correction' ? { correction_encrypted: null } : {}),
      ...set,
    },
  });
}
