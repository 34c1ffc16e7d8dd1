/**
 * The life of an attestation, as a table: the server changes a state only along a row of it.
 * Once the leaf may be in the log nothing can fail any more: `sealing` leads to `succeeded` alone, and whoever finds an
 * attestation in it after a crash finishes the work.
 */
export const attestationTransitions = [
  { from: 'capturing', event: 'captured', to: 'sealing', because: 'manifest, token and leaf are committed together' },
  { from: 'capturing', event: 'failed', to: 'failed', because: 'nothing was sealed: the evidence is removed' },
  {
    from: 'sealing',
    event: 'certified',
    to: 'succeeded',
    because: 'the leaf is logged and the certificate is on disk',
  },
] as const;

export type AttestationState = (typeof attestationTransitions)[number]['from' | 'to'];
export type AttestationEvent = (typeof attestationTransitions)[number]['event'];

/** The row for an event, or undefined where the state does not allow it. */
export const transitionFor = (from: AttestationState, event: AttestationEvent) =>
  attestationTransitions.find((row) => row.from === from && row.event === event);

/** The rungs of the proof ladder in order. The word "sealed" may be said from `logged` on. */
export const proofRungs = ['received', 'hashed', 'stamped', 'logged', 'certified'] as const;
export type ProofRung = (typeof proofRungs)[number];
