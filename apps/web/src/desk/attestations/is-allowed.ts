import { type AttestationEvent, type AttestationSummary, attestationStateTable } from '@proofkeep/contract';

/** Whether the state table lets the holder cause an event, and it can be retried; buttons for other events aren't shown. */
export const isAllowed = (
  { state, isRetryable }: Pick<AttestationSummary, 'state' | 'isRetryable'>,
  event: AttestationEvent,
): boolean => attestationStateTable.allowed(state, 'holder').includes(event) && !(event === 'retried' && !isRetryable);
