import './proof.css';
import { calls, type ProofPage, proofPagePath } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { queryOf } from '../../api/queries.ts';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { words } from '../../ui/words/words.ts';
import { Mark } from '../marks.tsx';
import { LoadFailed, Notice } from '../notice.tsx';
import { CodePanel } from './code-panel.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import { Facts } from './facts.tsx';
import { forgetGrant, grantIn, keepGrant } from './grant.ts';
import { PicturePanel } from './picture-panel.tsx';
import { ReplayPanel } from './replay-panel.tsx';
import { SampleNote, ToSample } from './sample.tsx';
import { Steps } from './steps.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('proof', text);

/** The page of one attestation: public facts, and what a check code has opened. */
export const Proof = ({ ano, isSample }: { ano: string; isSample: boolean }) =>
  isSample ? <ToSample /> : <Sealed ano={ano} />;

function Sealed({ ano }: { ano: string }) {
  const t = useWords();
  const [grant, setGrant] = useState(() => grantIn(ano));
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.proof.proof, { ano, ...(grant ? { grant } : {}) }),
    meta: { isShownInPlace: true },
    // Keeps the facts on screen while the content loads.
    placeholderData: (previous) => previous,
  });
  if (error && (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INPUT_INVALID')))
    return (
      <>
        <h1>{t('none')}</h1>
        <p>{t('noneHelp', { ano })}</p>
      </>
    );
  if (!data)
    return (
      <>
        <h1>{t('title')}</h1>
        {error ? <LoadFailed error={error} refetch={refetch} /> : <p role="status">{t('loading')}</p>}
      </>
    );
  const open = (next: string) => {
    keepGrant(ano, next);
    setGrant(next);
  };
  const close = () => {
    forgetGrant(ano);
    setGrant(null);
  };
  return (
    <article className="proof">
      <header className="proof-header">
        <div>
          <h1>{headingOf(data.subject, t)}</h1>
          <p>
            <Mark outcome="passed" /> {t('sealed')}
          </p>
        </div>
        <button type="button" className="button proof-screen" onClick={() => window.print()}>
          {t('print')}
        </button>
        <div className="proof-qr">
          <QrCode text={`${window.location.origin}${proofPagePath(ano)}`} label={t('qr')} />
        </div>
      </header>
      <PrintedDigest sealed={data.manifestSha256} />
      <div className="proof-columns">
        <div className="proof-main">
          <Facts proof={data} />
          {data.isSample ? <SampleNote /> : <CodePanel proof={data} grant={grant} onOpen={open} onClose={close} />}
          <PicturePanel proof={data} grant={grant} />
          <ComparisonPanel proof={data} grant={grant} />
          <ReplayPanel proof={data} grant={grant} />
        </div>
        <Steps steps={data.steps} />
      </div>
      <p className="secondary">{t('limits')}</p>
    </article>
  );
}

/** Several files without a name of their own have the first file's. */
function headingOf(subject: ProofPage['subject'], t: ReturnType<typeof useWords>): string {
  if (!subject?.title) return t('title');
  const { title: name, files } = subject;
  if (files?.names[0] !== name) return name;
  return t('files', { name, count: files.count - 1 });
}

/**
 * The QR code of a certificate contains a digest. Only a reader can compare it with the one printed beside the code.
 */
function PrintedDigest({ sealed }: { sealed: string }) {
  const t = useWords();
  const [query] = useSearchParams();
  const printed = query.get('sha256');
  if (printed === null) return null;
  if (printed.toLowerCase() !== sealed) return <Notice title={t('differs')} />;
  return <p className="panel proof-matches">{t('matches')}</p>;
}
