import {
  type FileReport,
  type Finding,
  isCertificateReport,
  isMatterReport,
  lacksTimesOnly,
  wordsIn,
} from '@proofkeep/verify';
import { moment } from '../../ui/words/formatters.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { Mark } from '../marks.tsx';
import { CertificateFacts } from './certificate-facts.tsx';
import { failedParts, type GroupOfFindings, grouped } from './checks.ts';
import { Facts } from './facts.tsx';
import { plainNames, printable } from './finding-text.ts';
import { MatterFacts } from './matter/matter-facts.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('report', text);
const useQuestions = words('check-questions', text);

/** Verdict first, never better than the worst required check; then the facts; then every check. */
export function ReportView({ report }: { report: FileReport }) {
  const t = useWords();
  const { verdict, findings } = report;
  const facts = 'facts' in report ? report.facts : null;
  const count = findings.filter(({ outcome }) => outcome === 'passed').length;
  const open = findings.length - count;
  const parts = failedParts(report);
  return (
    <article className="query-report">
      <div className="query-verdict" data-outcome={verdict}>
        <Mark outcome={verdict} size={32} />
        <div>
          <h2>{t(isCertificateReport(report) && verdict === 'passed' ? 'certificatePassed' : verdict)}</h2>
          <p>{t(whyOf(report), { count })}</p>
          {verdict === 'passed' && open > 0 && !isCertificateReport(report) && (
            <p>{t('passedOpen', { count: open })}</p>
          )}
          {parts.length > 0 && (
            <>
              <p>{t('failedParts')}</p>
              <ul className="query-verdict-parts">
                {parts.map((part) => (
                  <li key={part}>
                    <code>{printable(part)}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
          {verdict === 'passed' && facts?.capture?.state === 'partial' && (
            <p className="query-verdict-partial">{t('partial', { count: facts.capture.missing })}</p>
          )}
        </div>
      </div>
      {'facts' in report && facts && <Facts report={report} facts={facts} />}
      {isCertificateReport(report) && <CertificateFacts report={report} />}
      {isMatterReport(report) && report.matter && <MatterFacts verdict={verdict} matter={report.matter} />}
      <h3>{t('checks')}</h3>
      {grouped(findings).map((group) => (
        <FindingGroup key={group.group} {...group} />
      ))}
    </article>
  );
}

const certificateWhys = {
  passed: 'certificatePassedWhy',
  failed: 'certificateFailedWhy',
  'not-checked': 'certificateUncheckedWhy',
} as const;

function whyOf(report: FileReport) {
  if (isCertificateReport(report)) return certificateWhys[report.verdict];
  return lacksTimesOnly(report) ? 'timesUnprovenWhy' : (`${report.verdict}Why` as const);
}

function FindingGroup({ group, outcome, shown, folded }: GroupOfFindings) {
  const t = useWords();
  const verifier = wordsIn(useLanguage());
  return (
    <section className="panel query-findings">
      <h4>
        {t(group)}
        <span className="tone query-outcome" data-outcome={outcome}>
          <Mark outcome={outcome} />
          {verifier.outcome(outcome)}
        </span>
      </h4>
      <ul>
        {shown.map((finding, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- a report never changes, and two findings may be alike
          <FindingLine key={i} finding={finding} />
        ))}
      </ul>
      {folded.length > 0 && (
        <details>
          <summary>{t('folded', { count: folded.length })}</summary>
          <ul className="query-findings-files">
            {folded.map(({ subject }) => (
              <li key={subject}>
                <Mark outcome="passed" /> <code>{printable(subject)}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  const t = useWords();
  const question = useQuestions();
  const verifier = wordsIn(useLanguage());
  const { check, subject, outcome, required } = finding;
  const detail = verifier.detail(finding, moment);
  return (
    <li className="query-finding" data-outcome={outcome}>
      <Mark outcome={outcome} />
      <div>
        <p>
          <strong>{verifier.check(check)}</strong> <span className="visually-hidden">{verifier.outcome(outcome)}</span>{' '}
          <span className="secondary">{question(check)}</span>
          {!required && outcome !== 'failed' && <span className="secondary"> · {t('optional')}</span>}
        </p>
        {detail !== '' && <p className="query-finding-detail">{printable(plainNames(detail))}</p>}
        {subject !== '' && <code className="secondary">{printable(subject)}</code>}
      </div>
    </li>
  );
}
