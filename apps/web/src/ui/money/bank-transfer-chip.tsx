import { type BankTransferState, bankTransferStateWords } from '@proofkeep/contract';
import { Chip, type Look, looks } from '../kit/chip.tsx';

const lookOf: Record<BankTransferState, Look> = {
  reported: looks.running,
  credited: looks.done,
  rejected: looks.failed,
  withdrawn: looks.ended,
};

export const BankTransferChip = ({ state }: { state: BankTransferState }) => (
  <Chip look={lookOf[state]} word={bankTransferStateWords[state]} />
);
