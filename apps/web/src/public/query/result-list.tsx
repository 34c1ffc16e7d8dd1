import { isCertificateReport, isMatterReport, type Verdict } from '@proofkeep/verify';
import { useId, useState } from 'react';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Mark } from '../marks.tsx';
import publicText from '../words.json' with { type: 'json' };
import { printable } from './finding-text.ts';
import { Result } from './result.tsx';
import type { Verification } from './use-verifications.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('result-list', text);
const useReportWords = words('report', text);
const useNoBundleWords = words('no-bundle', text);
const useProblemWords = words('public-problem', publicText);

interface Props {
  files: readonly File[];
  verifications: readonly Verification[];
  /** Ends the verification of the files that have no result yet. */
  onCancel: () => void;
}

/** The results of several files: one line each, which opens. */
export function ResultList({ files, verifications, onCancel }: Props) {
  const t = useWords();
  const total = files.length;
  const open = verifications.filter(({ at }) => at === 'waiting' || at === 'checking').length;
  const verdicts = verifications.map(verdictIn);
  const countOf = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  const [passed, failed] = [countOf('passed'), countOf('failed')];
  return (
    <div className="panel query-results">
      <div className="query-results-head">
        <p role="status">
          {open > 0
            ? t('progress', { done: total - open, total })
            : t('summary', { total, passed, failed, rest: total - passed - failed })}
        </p>
        {open > 0 && (
          <button type="button" className="button" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
      </div>
      <ul>
        {files.map((file, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files may have one name, and the list never changes
          <ResultLine key={i} file={file} verification={verifications[i] ?? { at: 'waiting' }} />
        ))}
      </ul>
    </div>
  );
}

function ResultLine({ file, verification }: { file: File; verification: Verification }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isEnded = verification.at === 'done' || verification.at === 'stopped';
  const verdict = verdictIn(verification);
  return (
    <li className="query-result">
      <div className="query-result-line">
        <Mark outcome={verdict ?? 'not-checked'} />
        <div className="query-result-name">
          <strong>{file.name}</strong> <Named verification={verification} file={file} />
        </div>
        <span className="tone query-result-outcome" data-outcome={verdict ?? undefined}>
          <OutcomeText verification={verification} file={file} />
        </span>
        {isEnded && (
          <button
            type="button"
            className="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'hide' : 'details')} <span className="visually-hidden">{file.name}</span>
          </button>
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Result verification={verification} />}
      </div>
    </li>
  );
}

/** Kind and number of what was verified, otherwise the size of the file. */
function Named({ verification, file }: { verification: Verification; file: File }) {
  const t = useWords();
  const named = namedIn(verification);
  return (
    <span className="secondary numbers">
      {named ? `${t(named.kind)} ${printable(named.number)}` : fileSize(file.size)}
    </span>
  );
}

function namedIn(verification: Verification): { kind: 'bundle' | 'matter' | 'certificate'; number: string } | null {
  if (verification.at !== 'done' || verification.outcome.kind !== 'report') return null;
  const { report } = verification.outcome;
  if (isMatterReport(report)) return report.matter && { kind: 'matter', number: report.matter.no };
  if (isCertificateReport(report)) return report.certificate && { kind: 'certificate', number: report.certificate.ano };
  return report.facts && { kind: 'bundle', number: report.facts.ano };
}

function OutcomeText({ verification, file }: { verification: Verification; file: File }) {
  const t = useWords();
  const report = useReportWords();
  const noBundle = useNoBundleWords();
  const problem = useProblemWords();
  if (verification.at === 'stopped') return problem(verification.problem);
  if (verification.at === 'checking')
    return t('checking', { percent: Math.floor((100 * verification.readBytes) / Math.max(1, file.size)) });
  if (verification.at !== 'done') return t(verification.at);
  const { outcome } = verification;
  return outcome.kind === 'report' ? report(outcome.report.verdict) : noBundle(outcome.kind);
}

/** Null for a file without a verdict. */
const verdictIn = (verification: Verification): Verdict | null =>
  verification.at === 'done' && verification.outcome.kind === 'report' ? verification.outcome.report.verdict : null;
