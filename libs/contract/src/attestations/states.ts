import { z } from 'zod';
import { CaptureStep, captureSteps } from '../capture/capture.ts';
import type { Word } from '../shared/words.ts';
import { type EventOf, type StateOf, stateTable, type WhoOf } from '../state-table.ts';

/**
 * The life cycle of an attestation. Once its leaf may be in the log it can't fail any more: `sealing` leads only to
 * `succeeded`, and an interrupted certification is retried until it succeeds.
 */
export const attestationStateTable = stateTable({
  states: ['unpaid', 'queuing', 'capturing', 'preview', 'sealing', 'succeeded', 'failed', 'cancelled'],
  initial: ['unpaid', 'queuing', 'capturing'],
  rows: [
    { from: 'unpaid', event: 'paid', to: 'queuing', who: 'service', because: 'its order is paid and its cost is held' },
    { from: 'unpaid', event: 'lapsed', to: 'cancelled', who: 'service', because: 'its order was closed unpaid' },
    { from: 'queuing', event: 'leased', to: 'capturing', who: 'node', because: 'a capture node took it' },
    {
      from: 'queuing',
      event: 'taken',
      to: 'capturing',
      who: 'service',
      because: 'the service reads the submitted files',
    },
    { from: 'queuing', event: 'cancelled', to: 'cancelled', who: 'holder', because: 'no capture was started' },
    {
      from: 'capturing',
      event: 'left',
      to: 'queuing',
      who: ['node', 'service'],
      because: 'the node returned it or its lease ran out: another node may try',
    },
    { from: 'capturing', event: 'cancelled', to: 'cancelled', who: 'holder', because: 'nothing was sealed' },
    {
      from: 'capturing',
      event: 'failed',
      to: 'failed',
      who: 'service',
      because: 'nothing was sealed: the evidence is removed',
    },
    {
      from: 'capturing',
      event: 'shown',
      to: 'preview',
      who: 'service',
      because: 'manifest, token and leaf are committed together, and the holder decides',
    },
    {
      from: 'capturing',
      event: 'captured',
      to: 'sealing',
      who: 'service',
      because: 'manifest, token and leaf are committed together, and the holder confirmed in advance',
    },
    { from: 'preview', event: 'confirmed', to: 'sealing', who: 'holder', because: 'the holder accepts the preview' },
    { from: 'preview', event: 'rejected', to: 'cancelled', who: 'holder', because: 'the holder discards the preview' },
    {
      from: 'preview',
      event: 'expired',
      to: 'cancelled',
      who: 'service',
      because: 'the holder did not answer in time',
    },
    {
      from: 'sealing',
      event: 'certified',
      to: 'succeeded',
      who: 'service',
      because: 'the leaf is logged and the certificate is stored',
    },
    { from: 'failed', event: 'retried', to: 'queuing', who: 'holder', because: 'the holder asked for another attempt' },
    {
      from: 'failed',
      event: 'released',
      to: 'cancelled',
      who: 'service',
      because: 'its recording is open to payment again: a retry would be charged besides',
    },
  ],
});

/** State of an attestation. */
export const AttestationState = z.enum(attestationStateTable.states);
/** A state of `attestationStateTable`. */
export type AttestationState = StateOf<typeof attestationStateTable>;
/** Event that can change the state of an attestation. */
export type AttestationEvent = EventOf<typeof attestationStateTable>;
/** Role that can cause an event of an attestation. */
export type AttestationWho = WhoOf<typeof attestationStateTable>;

/** Words for the states of an attestation. */
export const attestationStateWords: Record<AttestationState, Word> = {
  unpaid: ['待支付', 'Awaiting payment'],
  queuing: ['排队中', 'Queued'],
  capturing: ['取证中', 'Capturing'],
  preview: ['待确认', 'Ready to review'],
  sealing: ['封存中', 'Sealing'],
  succeeded: ['已封存', 'Sealed'],
  failed: ['失败', 'Failed'],
  cancelled: ['已取消', 'Cancelled'],
};

/** How long the holder has to answer a preview. */
export const previewDays = 7;

/** The rungs of the proof ladder in order. An attestation may be called sealed from `logged` on. */
export const proofRungs = ['received', 'hashed', 'stamped', 'logged', 'certified'] as const;
/** How far the proof of an attestation has come. */
export const ProofRung = z.enum(proofRungs);
export type ProofRung = z.infer<typeof ProofRung>;

/** The steps until the holder is asked, in order: first on the capture node, then in the service. */
export const workSteps = [...captureSteps, 'stamp'] as const;
/** Step of the work on an attestation, from capture or live session to stamp. */
export const WorkStep = z.enum([...CaptureStep.options, 'stamp']);
export type WorkStep = z.infer<typeof WorkStep>;
