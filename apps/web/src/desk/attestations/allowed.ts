import { type AttestationEvent, type AttestationSummary, attestationStateTable } from '@proofkeep/contract';

/** Whether the holder may cause an event in the attestation's state; a button that isn't allowed isn't shown. */
export const isAllowed = ({ state }: Pick<AttestationSummary, 'state'>, event: AttestationEvent): boolean =>
  attestationStateTable.allowed(state, 'holder').includes(event);
