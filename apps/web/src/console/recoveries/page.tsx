import './recoveries.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { Split } from '../ui/split.tsx';
import { useQueueAddress } from './address.ts';
import { Case } from './case.tsx';
import { RecoveryQueue } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recoveries', text);

/** `/console/recoveries` (the queue) and `/console/recoveries/:id` (one request). */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id } = useParams();
  const { asked, to } = useQueueAddress();
  const queue = useQuery(queryOf(calls.recovery.recoveries, asked));
  return (
    <Split
      isChosen={id !== undefined}
      queue={<RecoveryQueue title={t('title')} queue={queue} chosen={id} />}
      matter={id ? <Case key={id} id={id} back={to(null)} /> : <p className="secondary">{t('choose')}</p>}
    />
  );
}
