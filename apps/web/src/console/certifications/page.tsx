import './certifications.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { Split } from '../ui/split.tsx';
import { useQueueAddress } from './address.ts';
import { Case } from './case.tsx';
import { CertificationQueue } from './queue.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-certifications', text);

/** `/console/certifications` (the queue) and `/console/certifications/:id` (one case). */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id } = useParams();
  const { asked, to } = useQueueAddress();
  const queue = useQuery(queryOf(calls.certification.reviewQueue, asked));
  const next = queue.data?.list.find((one) => one.id !== id);
  return (
    <Split
      isChosen={id !== undefined}
      queue={<CertificationQueue title={t('title')} queue={queue} chosen={id} />}
      item={
        id ? (
          <Case key={id} id={id} back={to(null)} next={next ? to(next.id) : to(null)} />
        ) : (
          <p className="secondary">{t('choose')}</p>
        )
      }
    />
  );
}
