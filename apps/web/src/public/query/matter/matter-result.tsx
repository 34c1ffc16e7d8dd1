import { calls, type MatterDocumentKind, matterDocumentWords, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { queryOf } from '../../../api/queries.ts';
import { Fact } from '../../../ui/kit/fact.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { DropZone } from '../../drop-zone.tsx';
import { Mark } from '../../marks.tsx';
import { LoadFailed } from '../../notice.tsx';
import { Problem } from '../../problem.tsx';
import { NoResult } from '../lookup-result.tsx';
import { TrustPanel, useAnchors } from '../trust-panel.tsx';
import { type DeedCheck, useDeedCheck } from '../use-deed-check.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-result', text);

type PublicDeed = ReplyOf<typeof calls.deeds.publicDeed>;

/**
 * Page behind the QR code on a matter's documents: the log's proof of the deed, and whether a file is one of its
 * documents.
 */
export function MatterResult({ no }: { no: string }) {
  const t = useWords();
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.deeds.publicDeed, { no }),
    meta: { isShownInPlace: true },
  });
  const isUnknown = error && isApiError(error, 'NOT_FOUND', 'INPUT_INVALID');
  return (
    <section aria-live="polite">
      {!data && !error && <p>{t('asking')}</p>}
      {isUnknown && <NoResult title={t('none')} help={t('noneHelp')} />}
      {error && !isUnknown && <LoadFailed error={error} refetch={refetch} />}
      {data && <Found deed={data} />}
    </section>
  );
}

function Found({ deed }: { deed: PublicDeed }) {
  const t = useWords();
  const anchors = useAnchors();
  const [file, setFile] = useState<File | null>(null);
  const check = useDeedCheck({ deed: deed.deed, file, anchors: anchors.text });
  const statement = statementOf(deed);
  return (
    <div className="query-columns">
      <div className="query-main">
        <Verdict deed={deed} check={check} />
        <dl className="panel query-found-facts">
          <Fact name={t('no')}>
            <code>{deed.no}</code>
          </Fact>
          {deed.office && <Fact name={t('office')}>{deed.office}</Fact>}
          {statement && <Fact name={t('deedNo')}>{statement.deedNo}</Fact>}
          {statement && (
            <Fact name={t('issuedAt')}>
              <Moment at={statement.issuedAt} />
            </Fact>
          )}
          {check.at === 'done' && check.proof?.isLogged && check.proof.index !== null && (
            <Fact name={t('log')}>{t('entry', { log: check.proof.origin ?? '', index: check.proof.index })}</Fact>
          )}
        </dl>
        <p className="secondary">{t('limits')}</p>
        {(statement || deed.documents.length > 0) && (
          <>
            <h2>{t('compare')}</h2>
            <p className="secondary">{t('compareHint')}</p>
            <DropZone
              label={t('choose')}
              accept=".pdf,application/pdf"
              isCompact
              onFiles={([chosen]) => setFile(chosen ?? null)}
            />
            {check.at === 'stopped' && <Problem problem={check.problem} />}
            {file && check.at === 'done' && check.digests && (
              <Comparison name={file.name} deed={deed} digests={check.digests} />
            )}
          </>
        )}
      </div>
      <TrustPanel anchors={anchors} />
    </div>
  );
}

interface Statement {
  deedNo: string;
  issuedAt: string;
  documents: { kind: MatterDocumentKind; version: number; sha256: string; documentSha256: string }[];
}

const statementOf = ({ deed }: PublicDeed): Statement | null => deed && (JSON.parse(deed.statement) as Statement);

/** Shows only facts that the log proves and this browser could check; the service's word isn't enough. */
function Verdict({ deed, check }: { deed: PublicDeed; check: DeedCheck }) {
  const t = useWords();
  if (!deed.deed) return <NoResult title={t('open')} help={t('openHelp')} />;
  if (!deed.deed.proof) return <NoResult title={t('soon')} help={t('soonHelp')} />;
  if (check.at !== 'done' || !check.proof) return <p role="status">{t('checking')}</p>;
  const { isLogged } = check.proof;
  const outcome = isLogged === null ? 'not-checked' : isLogged ? 'passed' : 'failed';
  return (
    <div className="query-verdict" data-outcome={outcome}>
      <Mark outcome={outcome} size={32} />
      <div>
        <h2>{t(outcome)}</h2>
        <p>{t(`${outcome}Why`)}</p>
      </div>
    </div>
  );
}

interface Compared {
  name: string;
  deed: PublicDeed;
  digests: { sha256: string; documentSha256: string | null };
}

/** Whether a file is one of the documents, either the finished file or its version before the first signature. */
function Comparison({ name, deed, digests: { sha256, documentSha256 } }: Compared) {
  const t = useWords();
  const language = useLanguage();
  const statement = statementOf(deed);
  const isText = (one: { documentSha256: string }) =>
    one.documentSha256 === documentSha256 || one.documentSha256 === sha256;
  const finished = statement?.documents.find((one) => one.sha256 === sha256);
  const signed = statement?.documents.find(isText);
  // Before the issue, only the service states this.
  const drawn = statement ? undefined : deed.documents.find(isText);
  const kind = (finished ?? signed ?? drawn)?.kind;
  const says = finished ? 'isFinished' : signed ? 'isSigned' : drawn ? 'isDrawn' : 'isNoneHelp';
  return (
    <div className="panel query-found-none" role="status">
      <h3>
        <Mark outcome={drawn ? 'not-checked' : kind ? 'passed' : 'failed'} />{' '}
        {kind ? t('isOne', { kind: wordIn(matterDocumentWords[kind], language) }) : t('isNone')}
      </h3>
      <p>
        {drawn && drawn.signatures > 0 ? t('isPartlySigned', { name, count: drawn.signatures }) : t(says, { name })}
      </p>
    </div>
  );
}
