import { bankTransferStateWords } from '@proofkeep/contract';
import { stateChip } from '../kit/chip.tsx';
import { closed, done, failed, working } from '../kit/looks.tsx';

export const BankTransferChip = stateChip(bankTransferStateWords, {
  reported: working,
  credited: done,
  rejected: failed,
  withdrawn: closed,
});
