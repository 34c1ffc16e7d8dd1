import { type InvoiceState, invoiceStateWords } from '@proofkeep/contract';
import { Chip, type Look, looks } from '../../ui/kit/chip.tsx';

const lookOf: Record<InvoiceState, Look> = {
  applied: looks.queued,
  reapplied: looks.running,
  issued: looks.done,
  rejected: looks.failed,
  'red-flushed': looks.void,
  withdrawn: looks.returned,
};

export const InvoiceChip = ({ state }: { state: InvoiceState }) => (
  <Chip look={lookOf[state]} word={invoiceStateWords[state]} />
);
