import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { queryOf } from '../../api/queries.ts';
import { words } from '../../ui/words/words.ts';
import { Mark } from '../marks.tsx';
import { LoadFailed } from '../notice.tsx';
import { AttestationResult, NoResult } from './lookup-result.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('certificate-lookup', text);

/**
 * The attestation whose certificate has the scanned QR code, which contains its number and the digest of its manifest.
 */
export function CertificateTab() {
  const t = useWords();
  const [query] = useSearchParams();
  const scanned = { ano: query.get('ano') ?? '', sha256: query.get('sha256') ?? '' };
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.verification.queryByCertificate, scanned),
    meta: { isShownInPlace: true },
  });
  const isUnknown = error && (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INPUT_INVALID'));
  return (
    <section className="query-one" aria-live="polite">
      {!data && !error && <p>{t('asking')}</p>}
      {isUnknown && <NoResult title={t('none')} help={t('noneHelp')} />}
      {error && !isUnknown && <LoadFailed error={error} refetch={refetch} />}
      {data && (
        <>
          <h2>
            <Mark outcome="passed" /> {t('found')}
          </h2>
          <AttestationResult facts={data} />
          <p className="secondary">{t('next')}</p>
        </>
      )}
    </section>
  );
}
