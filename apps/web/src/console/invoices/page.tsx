import './invoices.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { Split } from '../ui/split.tsx';
import { useQueueAddress } from './address.ts';
import { InvoiceMatter } from './matter.tsx';
import { InvoiceQueue } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoices', text);

/** `/console/invoices` (the queue) and `/console/invoices/:id` (one invoice). */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id } = useParams();
  const { asked, to } = useQueueAddress();
  const queue = useQuery(queryOf(calls.invoices.consoleInvoices, asked));
  return (
    <Split
      isChosen={id !== undefined}
      queue={<InvoiceQueue title={t('title')} queue={queue} chosen={id} />}
      matter={id ? <InvoiceMatter key={id} id={id} back={to(null)} /> : <p className="secondary">{t('choose')}</p>}
    />
  );
}
