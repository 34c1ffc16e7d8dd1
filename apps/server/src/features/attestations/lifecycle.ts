import {
  type AttestationEvent,
  type AttestationState,
  type AttestationWho,
  attestationStateTable,
  type Failure,
  type Said,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type Lifecycle, transition } from '../../kit/transition.ts';
import { releaseHold, settleHold } from '../money/service.ts';
import { type Actor, recordEvent } from './custody.ts';
import { notifyOrderer } from './notifications.ts';
import { changeColumns, findAttestation, newAttemptColumns } from './store.ts';

interface Detail {
  by: Actor;
  said: readonly Said[];
}

/** Events that end what is held for an attestation; any other event leaves it held. */
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
  async record(db, { key: ano, event, detail: { by, said } }) {
    const row = await findAttestation(db, ano);
    if (!row) throw new Error(`${ano} is gone within the transaction that changed it.`);
    await settlements[event]?.(db, ano, row.changedAt);
    await recordEvent(db, { ano, event, by, said });
    await notifyOrderer(db, row, event);
  },
};

/** Events after which another attempt is made. */
const restarts: readonly AttestationEvent[] = ['left', 'retried'];

/**
 * Moves an attestation to its next state: settles or releases its hold, records the event in the custody record and notifies
 * the user who ordered it, all in the caller's transaction. The row stays locked until that ends.
 * @throws Refusal NOT_FOUND; STATE_FORBIDS if its state, or this role, doesn't allow the event
 */
export async function moveAttestation(
  db: Client,
  ano: string,
  event: AttestationEvent,
  { by = 'service', failure = null, said }: { by?: Actor; failure?: Failure | null; said?: readonly Said[] } = {},
): Promise<void> {
  const set = { ...changeColumns(failure), ...(restarts.includes(event) && newAttemptColumns) };
  const detail = { by, said: said ?? (failure ? [failure.said] : []) };
  await transition(db, attestationLifecycle, ano, { event, who: whoIs(by), detail, set });
}

function whoIs(by: Actor): AttestationWho {
  if (by === 'service') return 'service';
  return 'node' in by ? 'node' : 'holder';
}
