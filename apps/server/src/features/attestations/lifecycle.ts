import {
  type AttestationEvent,
  type AttestationState,
  type AttestationWho,
  attestationStateTable,
  type Failure,
  type Message,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { releaseHold, settleHold } from '../money/service.ts';
import { deleteProfileOfEnded, isEnded } from './cookies/store.ts';
import { type Actor, recordEvent } from './custody.ts';
import { notifyOrderer } from './notifications.ts';
import { endSecond } from './second/lifecycle.ts';
import { changeColumns, findAttestation, newAttemptColumns, type Postponement, postponedColumns } from './store.ts';

interface Detail {
  by: Actor;
  messages: readonly Message[];
}

/** Events that settle or release an attestation's hold; every other event leaves it held. */
const settlements: Partial<Record<AttestationEvent, typeof settleHold>> = {
  confirmed: settleHold,
  captured: settleHold,
  failed: releaseHold,
  rejected: releaseHold,
  cancelled: releaseHold,
  expired: releaseHold,
};

export const attestationLifecycle: Lifecycle<AttestationState, AttestationEvent, AttestationWho, Detail> = {
  table: attestationStateTable,
  relation: 'attestation',
  key: 'ano',
  async record(db, { key: ano, event, detail: { by, messages } }) {
    const row = await findAttestation(db, ano);
    if (!row) throw new Error(`${ano} is gone within the transaction that changed it.`);
    if (row.state === 'failed' || row.state === 'cancelled') await endSecond(db, ano);
    // Lock order: the signed-in profile before the ledger accounts (docs/ARCHITECTURE.md).
    if (isEnded(row.state)) await deleteProfileOfEnded(db, ano);
    await settlements[event]?.(db, ano, row.changedAt);
    await recordEvent(db, { ano, event, by, messages });
    await notifyOrderer(db, row, event);
  },
};

/** Columns of the next attempt that an event changes. */
function attemptColumns(event: AttestationEvent, postponed: Postponement | undefined) {
  if (postponed) return postponedColumns(postponed);
  if (event === 'retried') return { ...newAttemptColumns, faults: 0 };
  return event === 'left' ? newAttemptColumns : {};
}

interface Move {
  by?: Actor;
  failure?: Failure | null;
  messages?: readonly Message[];
  /** For the event `left`: time of the next attempt; absent if immediately. */
  postponed?: Postponement;
}

/**
 * Applies an event to an attestation: settles or releases its hold, adds to the custody record and notifies the user
 * who ordered it, all in the caller's transaction, which keeps the row locked. @throws Refusal NOT_FOUND; STATE_FORBIDS
 * if its state, or this role, doesn't allow the event
 */
export async function moveAttestation(
  db: Client,
  ano: string,
  event: AttestationEvent,
  { by = 'service', failure = null, messages, postponed }: Move = {},
): Promise<void> {
  const set = { ...changeColumns(failure), ...attemptColumns(event, postponed) };
  const detail = { by, messages: messages ?? (failure ? [failure.said] : []) };
  await transition(db, attestationLifecycle, ano, { event, who: whoIs(by), detail, set });
}

function whoIs(by: Actor): AttestationWho {
  if (by === 'service') return 'service';
  return 'node' in by ? 'node' : 'holder';
}
