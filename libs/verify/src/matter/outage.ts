import type { Report } from '../report.ts';

/**
 * Whether the only required checks that didn't pass are times of entries that an outage left without a timestamp. The
 * journal states that outage, and nothing can prove those times later.
 */
export const lacksTimesOnly = ({ verdict, findings }: Pick<Report, 'verdict' | 'findings'>): boolean =>
  verdict === 'not-checked' &&
  findings.every(({ required, outcome, code }) => !required || outcome === 'passed' || code === 'journal-time-late');
