import { type InvoiceState, invoiceStateWords } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../../ui/words/words.ts';

const tones: Record<InvoiceState, string> = {
  applied: 'busy',
  reapplied: 'busy',
  issued: 'success',
  rejected: 'danger',
  'red-flushed': 'warning',
  withdrawn: 'plain',
};

export function InvoiceChip({ state }: { state: InvoiceState }) {
  const language = useLanguage();
  return (
    <span className="chip" data-tone={tones[state]}>
      {wordIn(invoiceStateWords[state], language)}
    </span>
  );
}
