import './reports.css';
import { calls } from '@proofkeep/contract';
import { words } from '../../ui/words/words.ts';
import { queuePage } from '../ui/queue-page.tsx';
import { useQueueAddress } from './address.ts';
import { ReportQueue } from './queue.tsx';
import { Report } from './report.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-reports', text);

/** `/console/reports` (the queue) and `/console/reports/:id` (one report). */
export const Component = queuePage(calls.reports.consoleReports, useWords, useQueueAddress, {
  Queue: ReportQueue,
  Item: Report,
});
