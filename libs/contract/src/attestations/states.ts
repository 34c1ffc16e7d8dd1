import { z } from 'zod';
import { captureSteps } from '../capture/capture.ts';

/**
 * The life of an attestation, as a table: the server changes a state only along a row of it, the site shows what may be done
 * from it. Once the leaf may be in the log nothing can fail any more: `sealing` leads to `succeeded` alone, and whoever finds
 * an attestation in it after a crash finishes the work.
 */
export const attestationTransitions = [
  {
    from: 'unpaid',
    event: 'paid',
    to: 'queuing',
    who: 'service',
    because: 'its order is paid, and what it costs is set aside',
  },
  { from: 'unpaid', event: 'lapsed', to: 'cancelled', who: 'service', because: 'its order was closed unpaid' },
  { from: 'queuing', event: 'leased', to: 'capturing', who: 'node', because: 'a capture node took it' },
  { from: 'queuing', event: 'cancelled', to: 'cancelled', who: 'holder', because: 'nothing was begun' },
  {
    from: 'capturing',
    event: 'left',
    to: 'queuing',
    who: 'service',
    because: 'the lease ran out: another node may try',
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
    because: 'manifest, token and leaf are committed together; its holder is asked',
  },
  {
    from: 'capturing',
    event: 'captured',
    to: 'sealing',
    who: 'service',
    because: 'the same, and it was confirmed beforehand',
  },
  { from: 'preview', event: 'confirmed', to: 'sealing', who: 'holder', because: 'the preview is what was wanted' },
  { from: 'preview', event: 'rejected', to: 'cancelled', who: 'holder', because: 'the preview is not what was wanted' },
  { from: 'preview', event: 'expired', to: 'cancelled', who: 'service', because: 'nobody answered in time' },
  {
    from: 'sealing',
    event: 'certified',
    to: 'succeeded',
    who: 'service',
    because: 'the leaf is logged and the certificate is stored',
  },
  { from: 'failed', event: 'retried', to: 'queuing', who: 'holder', because: 'another try was asked for' },
] as const;

export const attestationStates = [
  'unpaid',
  'queuing',
  'capturing',
  'preview',
  'sealing',
  'succeeded',
  'failed',
  'cancelled',
] as const;
export const AttestationState = z.enum(attestationStates);
export type AttestationState = z.infer<typeof AttestationState>;
export type AttestationEvent = (typeof attestationTransitions)[number]['event'];

/** The row for an event, or undefined where the state does not allow it. */
export const transitionFor = (from: AttestationState, event: AttestationEvent) =>
  attestationTransitions.find((row) => row.from === from && row.event === event);

/** How long a preview waits for its holder's answer. */
export const previewDays = 7;

/** The rungs of the proof ladder in order. The word "sealed" may be said from `logged` on. */
export const proofRungs = ['received', 'hashed', 'stamped', 'logged', 'certified'] as const;
export const ProofRung = z.enum(proofRungs);
export type ProofRung = z.infer<typeof ProofRung>;

/** What is done until the holder is asked, in order: the steps of the node, then what the service does with what came. */
export const workSteps = [...captureSteps, 'stamp'] as const;
export const WorkStep = z.enum(workSteps);
export type WorkStep = z.infer<typeof WorkStep>;
