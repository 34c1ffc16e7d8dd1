import { courtApplicationStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';
import { cancelled, done, draft, failed, sealed, working } from '../kit/looks.tsx';

/** State of an application to a court as icon, word and colour. */
export const CourtChip = stateChip(courtApplicationStateWords, {
  draft,
  prepared: sealed,
  submitted: working,
  accepted: done,
  returned: failed,
  filed: done,
  withdrawn: cancelled,
});
