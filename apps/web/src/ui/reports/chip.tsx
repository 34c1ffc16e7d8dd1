import { type ProblemReportState, problemReportStateWords } from '@proofkeep/contract';
import { useLanguage, wordIn } from '../words/words.ts';

const tones = { open: 'warning', answered: 'success', closed: undefined } as const satisfies Record<
  ProblemReportState,
  string | undefined
>;

export function ReportChip({ state }: { state: ProblemReportState }) {
  const language = useLanguage();
  return (
    <span className="chip" data-tone={tones[state]}>
      {wordIn(problemReportStateWords[state], language)}
    </span>
  );
}
