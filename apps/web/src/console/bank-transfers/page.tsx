import './bank-transfers.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { Split } from '../ui/split.tsx';
import { useQueueAddress } from './address.ts';
import { BankTransferMatter } from './matter.tsx';
import { BankTransferQueue } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfers', text);

/** `/console/bank-transfers` (the queue) and `/console/bank-transfers/:id` (one transfer). */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id } = useParams();
  const { asked, to } = useQueueAddress();
  const queue = useQuery(queryOf(calls.bankTransfers.consoleBankTransfers, asked));
  return (
    <Split
      isChosen={id !== undefined}
      queue={<BankTransferQueue title={t('title')} queue={queue} chosen={id} />}
      matter={id ? <BankTransferMatter key={id} id={id} back={to(null)} /> : <p className="secondary">{t('choose')}</p>}
    />
  );
}
