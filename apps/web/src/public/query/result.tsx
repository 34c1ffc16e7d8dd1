import { Problem } from '../problem.tsx';
import { NoBundle } from './no-bundle.tsx';
import { ReportView } from './report-view.tsx';
import type { Verification } from './use-verifications.ts';

/** What the verification of one file found; nothing while it hasn't ended. */
export function Result({ verification }: { verification: Verification }) {
  if (verification.at === 'stopped') return <Problem problem={verification.problem} />;
  if (verification.at !== 'done') return null;
  const { outcome } = verification;
  return outcome.kind === 'report' ? <ReportView report={outcome.report} /> : <NoBundle kind={outcome.kind} />;
}
