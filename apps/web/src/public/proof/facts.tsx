import { isCapturedKind, type ProofPage, submitterFacts } from '@proofkeep/contract';
import { SubmitterRows } from '../../ui/attestation/submitter-rows.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-facts', text);

/** Which clock the time is from. */
function timeName(kind: ProofPage['kind']): 'captured' | 'claimed' | 'examined' {
  if (kind === 'device') return 'claimed';
  return isCapturedKind(kind) ? 'captured' : 'examined';
}

/** The facts in the order in which readers look for them: what, when, who, then what identifies it. */
export function Facts({ proof }: { proof: ProofPage }) {
  const t = useWords();
  const { ano, kind, startedAt, subject, applicant, manifestSha256, manifestSm3, log } = proof;
  return (
    <section className="panel proof-facts">
      <h2>{t('heading')}</h2>
      <dl>
        <Fact name={t(timeName(kind))}>
          <strong>
            <Moment at={startedAt} />
          </strong>
        </Fact>
        <Fact name={t('kind')}>{t(kind)}</Fact>
        {subject && (
          <Fact name={t('subject')}>
            {subject.title}
            {subject.url && <code className="proof-url">{subject.url}</code>}
            {subject.files && <FileNames files={subject.files} />}
          </Fact>
        )}
        {applicant && <SubmitterRows facts={submitterFacts(applicant)} />}
        <Fact name={t('ano')}>
          <code>{ano}</code> <Copy text={ano} what={t('ano')} />
        </Fact>
        <Fact name={t('digest')}>
          <span className="proof-digest">
            SHA-256 <code>{manifestSha256}</code>
          </span>
          <span className="proof-digest">
            SM3 <code>{manifestSm3}</code>
          </span>
        </Fact>
        <Fact name={t('log')}>
          {t('entry', { index: log.index })} · <code>{log.origin}</code>
        </Fact>
      </dl>
      {!subject && <p className="secondary">{t('hidden')}</p>}
    </section>
  );
}

/** The first files of several; the bundle has the whole list. */
function FileNames({ files: { count, names } }: { files: { count: number; names: string[] } }) {
  const t = useWords();
  return (
    <ul className="proof-files">
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Two files can have one name, and a sealed list never changes.
        <li key={index}>{name}</li>
      ))}
      {count > names.length && <li className="secondary">{t('more', { count: count - names.length })}</li>}
    </ul>
  );
}
