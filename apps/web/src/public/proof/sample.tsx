import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { words } from '../../ui/words/words.ts';
import { LoadFailed } from '../notice.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('proof-sample', text);

/** Opens the sample's page; the first visitor waits some seconds until it is made. */
export function ToSample() {
  const t = useWords();
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.proof.sampleProof, {}),
    refetchInterval: ({ state }) => (state.data?.ano ? false : 2_000),
    meta: { isShownInPlace: true },
  });
  if (error && !data) return <LoadFailed error={error} refetch={refetch} />;
  if (data?.ano) return <Navigate to={paths.proof.replace(':ano', data.ano)} replace />;
  return <p role="status">{t('making')}</p>;
}

/** Says that it is a sample, and offers its bundle unchanged and with one byte changed. */
export function SampleNote() {
  const t = useWords();
  const bundle = (isAltered: 'true' | 'false') => linkTo(calls.proof.sampleBundle, { isAltered });
  return (
    <section className="panel proof-code" aria-labelledby="proof-sample-title">
      <h2 id="proof-sample-title">{t('heading')}</h2>
      <p>{t('hint')}</p>
      <p className="actions proof-screen">
        <a className="button" href={bundle('false')} download>
          {t('intact')}
        </a>
        <a className="button" href={bundle('true')} download>
          {t('altered')}
        </a>
        <Link className="button" to={paths.query}>
          {t('verify')}
        </Link>
      </p>
    </section>
  );
}
