import { type AttestationEvent, type AttestationSummary, attestationStateTable } from '@proofkeep/contract';

/** Whether the state table lets the holder cause an event; buttons for other events aren't shown. */
export const isAllowed = ({ state }: Pick<AttestationSummary, 'state'>, event: AttestationEvent): boolean =>
  attestationStateTable.allowed(state, 'holder').includes(event);
