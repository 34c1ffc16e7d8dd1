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

const useWords = words('console-invoices', {
  title: ['发票', 'Invoices'],
  choose: ['在左侧选择一张发票，核对后开具或驳回。', 'Choose one at the left, compare it, and issue or reject it.'],
});

/** `/console/invoices`, and `/console/invoices/:id` for one of them. */
export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { id } = useParams();
  const { asked, to } = useQueueAddress();
  const queue = useQuery(queryOf(calls.invoices.consoleInvoices, asked));
  return (
    <Split
      isChosen={id !== undefined}
      queue={<InvoiceQueue title={say('title')} queue={queue} chosen={id} />}
      matter={id ? <InvoiceMatter key={id} id={id} back={to(null)} /> : <p className="secondary">{say('choose')}</p>}
    />
  );
}
