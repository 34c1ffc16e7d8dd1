import { expect, it } from 'vitest';
import { attestationStateTable, type WorkStep } from '../attestations/states.ts';
import { liveStateOf, liveStateTable } from './states.ts';

/**
 * Live sessions are not ordered, never wait for a decision, are never retried and are no device recordings; only files
 * are sealed by the service without a node.
 */
const never: readonly string[] = [
  'paid',
  'lapsed',
  'taken',
  'shown',
  'confirmed',
  'rejected',
  'expired',
  'retried',
  'released',
];
const rows = attestationStateTable.rows.filter(({ event }) => !never.includes(event));
const steps: (WorkStep | null)[] = [null, 'launch', 'steer', 'pack', 'stamp'];

it.each(
  rows
    .flatMap((row) => steps.map((step) => ({ ...row, step })))
    .filter(
      // After its delivery, a session whose node is lost fails.
      ({ event, step }) => event !== 'left' || (step !== 'pack' && step !== 'stamp'),
    ),
)('follows the attestation from $from to $to at step $step', ({ from, to, step }) => {
  const [before, after] = [liveStateOf({ state: from, step }), liveStateOf({ state: to, step: null })];
  const next = liveStateTable.rows.filter((row) => row.from === before).map((row) => row.to);

  expect([before, ...next]).toContain(to === 'sealing' ? 'uploading' : after);
});
