import './reports.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { Split } from '../ui/split.tsx';
import { useQueueAddress } from './address.ts';
import { ReportQueue } from './queue.tsx';
import { Report } from './report.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-reports', text);

/** `/console/reports` (the queue) and `/console/reports/:id` (one report). */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id } = useParams();
  const { asked, to } = useQueueAddress();
  const queue = useQuery(queryOf(calls.reports.consoleReports, asked));
  return (
    <Split
      isChosen={id !== undefined}
      queue={<ReportQueue title={t('title')} queue={queue} chosen={id} />}
      matter={id ? <Report key={id} id={id} back={to(null)} /> : <p className="secondary">{t('choose')}</p>}
    />
  );
}
