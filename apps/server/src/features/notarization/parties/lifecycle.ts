import { type EventOf, type MatterStepState, matterStepStateTable, type WhoOf } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Lifecycle, transition } from '../../../kit/transition.ts';
import { keepOpenStep } from '../store.ts';

type StepEvent = EventOf<typeof matterStepStateTable>;
type StepWho = WhoOf<typeof matterStepStateTable>;

/** The matter's journal has the history: each change of a step appends to it. Its row says whether a step is open. */
export const matterStepLifecycle: Lifecycle<MatterStepState, StepEvent, StepWho, null> = {
  table: matterStepStateTable,
  relation: 'matter_step',
  key: 'id',
  record: (db, { key }) => keepOpenStep(db, { stepId: key }),
};

/**
 * Applies an event to a party's step, under the lock of the matter's row. @param o.result how it was done: a provider's
 * answer, or the notary who identified the party @throws Refusal STATE_FORBIDS
 */
export async function moveStep(
  db: Client,
  id: string,
  o: { event: StepEvent; who: StepWho; now: Date; reason?: string | null; result?: Record<string, unknown> },
): Promise<void> {
  await transition(db, matterStepLifecycle, id, {
    event: o.event,
    who: o.who,
    detail: null,
    set: {
      done_at: o.event === 'reopen' ? null : o.now,
      reason: o.reason ?? null,
      result: JSON.stringify(o.result ?? {}),
    },
  });
}
