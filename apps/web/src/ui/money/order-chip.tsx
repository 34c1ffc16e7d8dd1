import { orderStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';
import { closed, done, takenBack, waiting, working } from '../kit/looks.tsx';

export const OrderChip = stateChip(orderStateWords, {
  pending: waiting,
  paid: done,
  closed,
  refunding: working,
  'partly-refunded': takenBack,
  refunded: takenBack,
});
