import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { calls, isMatterOver, type NotaryMatter, type VerifiedEvidence } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-evidence', text);

/** The attestations of the matter, which the notary can verify again from the store. */
export function Evidence({ matter, onChanged }: { matter: NotaryMatter; onChanged: () => Promise<void> }) {
  const t = useWords();
  const { id, evidence, verified, state } = matter;
  const verifying = useMutation({
    mutationFn: () => ask(calls.consoleNotarization.verifyMatterEvidence, { id }),
    onSuccess: onChanged,
  });
  if (evidence.length === 0) return null;
  return (
    <section className="panel console-notarization-panel">
      <div className="console-line">
        <h2>{t('title', { count: evidence.length })}</h2>
        {!isMatterOver(state) && (
          <Button loading={verifying.isPending} onClick={() => verifying.mutate()}>
            {t(verified.length > 0 ? 'again' : 'verify')}
          </Button>
        )}
      </div>
      <p className="secondary">{t('hint')}</p>
      <ol className="console-notarization-list">
        {evidence.map(({ ano, name, state: one }) => (
          <li key={ano}>
            <span className="console-line">
              <strong>{name}</strong>
              <StateChip state={one} isComplete={null} warning={null} />
            </span>
            <span className="secondary">
              <Copyable text={ano} what={t('ano')} kept={20} />
            </span>
            <Verdict of={verified.find((found) => found.ano === ano)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Verdict({ of: found }: { of: VerifiedEvidence | undefined }) {
  const t = useWords();
  const language = useLanguage();
  if (!found)
    return (
      <p className="secondary">
        <ExclamationCircleOutlined aria-hidden /> {t('unverified')}
      </p>
    );
  const { isIntact, checks, failures, manifestSha256, verifiedAt, ano } = found;
  return (
    <>
      <p data-tone={isIntact ? 'success' : 'danger'} className="tone">
        {isIntact ? <CheckCircleOutlined aria-hidden /> : <CloseCircleOutlined aria-hidden />}{' '}
        {isIntact ? t('intact', { count: checks }) : t('altered')}
      </p>
      {failures.map((failure) => (
        <p key={failure.zh} className="console-danger">
          {wordIn([failure.zh, failure.en], language)}
        </p>
      ))}
      <p className="secondary">
        <Moment at={verifiedAt} />
        {manifestSha256 && (
          <>
            {' · '}
            <Copyable text={manifestSha256} what={t('digest')} />{' '}
            <Link to={`/website-show/query?${new URLSearchParams({ ano, sha256: manifestSha256 })}`} target="_blank">
              {t('public')}
            </Link>
          </>
        )}
      </p>
    </>
  );
}
