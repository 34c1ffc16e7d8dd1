import type { Finding, Report } from '@proofkeep/verify';
import { wordsIn } from '@proofkeep/verify';
import { moment } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Mark } from '../marks.tsx';
import { checkMeanings, failedParts, type GroupOfFindings, grouped } from './checks.ts';
import { Facts } from './facts.tsx';
import { plainNames, printable } from './finding-text.ts';

const useWords = words('report', {
  passed: ['核验通过', 'Verified'],
  failed: ['核验未通过', 'Not verified'],
  'not-checked': ['未能全部核验', 'Not all could be checked'],
  passedWhy: [
    '决定结论的检查全部通过（共 {count} 项通过）：封存之后没有任何改动，签发方和日志均可信。',
    'Every check that counts passed, {count} in all: nothing was altered since it was sealed, by somebody you believe.',
  ],
  passedOpen_one: [
    '另有 {count} 项不影响结论的检查未能进行，见下文。',
    '{count} more, which does not count, could not be made: it is named below.',
  ],
  passedOpen_other: [
    '另有 {count} 项不影响结论的检查未能进行，见下文。',
    '{count} more, which do not count, could not be made: they are named below.',
  ],
  failedWhy: [
    '其中有内容与封存时不符，不能作为可信的证据。',
    'Something in it is not as it was sealed. Do not rely on it.',
  ],
  failedParts: ['不符的部分：', 'What does not hold:'],
  'not-checkedWhy': [
    '各部分相互吻合，但签发方或日志不在您所选的信任锚之中。这样的证据包任何人都能制作，因此不能据此认定其真实。',
    'Its parts fit together, but whoever sealed or logged it is not among those you chose to believe. Anybody can make such a bundle.',
  ],
  partial_one: [
    '取证本身不完整：网页有 {count} 项资源未能保存，证据包如实记录了这一点。',
    'The capture itself was not complete: {count} resource of the page is missing, as the bundle says.',
  ],
  partial_other: [
    '取证本身不完整：网页有 {count} 项资源未能保存，证据包如实记录了这一点。',
    'The capture itself was not complete: {count} resources of the page are missing, as the bundle says.',
  ],
  files: ['文件', 'Files'],
  timestamps: ['时间', 'Times'],
  signatures: ['签名', 'Signatures'],
  log: ['存证日志', 'Log'],
  certificate: ['存证证书', 'Certificate'],
  folded_one: ['另有 {count} 个文件与封存时一致', '{count} file is as it was sealed'],
  folded_other: ['另有 {count} 个文件与封存时一致', '{count} files are as they were sealed'],
  checks: ['逐项结果', 'Every check'],
  optional: ['不影响结论', 'does not count'],
});

/** The verdict first, never better than its weakest required check; then what it is about; then every check. */
export function ReportView({ report }: { report: Report }) {
  const say = useWords();
  const { verdict, findings, facts } = report;
  const count = findings.filter(({ outcome }) => outcome === 'passed').length;
  const open = findings.length - count;
  const parts = failedParts(report);
  return (
    <article className="report">
      <div className="verdict" data-outcome={verdict}>
        <Mark outcome={verdict} size={32} />
        <div>
          <h2>{say(verdict)}</h2>
          <p>{say(`${verdict}Why`, { count })}</p>
          {verdict === 'passed' && open > 0 && <p>{say('passedOpen', { count: open })}</p>}
          {parts.length > 0 && (
            <>
              <p>{say('failedParts')}</p>
              <ul className="verdict-parts">
                {parts.map((part) => (
                  <li key={part}>
                    <code>{printable(part)}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
          {verdict === 'passed' && facts?.captureState === 'partial' && (
            <p className="verdict-partial">{say('partial', { count: facts.missing })}</p>
          )}
        </div>
      </div>
      {facts && <Facts report={report} facts={facts} />}
      <h3>{say('checks')}</h3>
      {grouped(findings).map((group) => (
        <FindingGroup key={group.group} {...group} />
      ))}
    </article>
  );
}

function FindingGroup({ group, outcome, shown, folded }: GroupOfFindings) {
  const say = useWords();
  const verifier = wordsIn(useLanguage());
  return (
    <section className="panel findings">
      <h4>
        {say(group)}
        <span className="outcome" data-outcome={outcome}>
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
          <summary>{say('folded', { count: folded.length })}</summary>
          <ul className="findings-files">
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
  const say = useWords();
  const language = useLanguage();
  const verifier = wordsIn(language);
  const { check, subject, outcome, required } = finding;
  const detail = verifier.detail(finding, moment);
  return (
    <li className="finding" data-outcome={outcome}>
      <Mark outcome={outcome} />
      <div>
        <p>
          <strong>{verifier.check(check)}</strong> <span className="visually-hidden">{verifier.outcome(outcome)}</span>{' '}
          <span className="secondary">{wordIn(checkMeanings[check].asks, language)}</span>
          {!required && outcome !== 'failed' && <span className="secondary"> · {say('optional')}</span>}
        </p>
        {detail !== '' && <p className="finding-detail">{printable(plainNames(detail))}</p>}
        {subject !== '' && <code className="secondary">{printable(subject)}</code>}
      </div>
    </li>
  );
}
