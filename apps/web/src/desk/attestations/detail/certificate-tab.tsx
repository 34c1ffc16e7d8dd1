import { SafetyCertificateFilled } from '@ant-design/icons';
import { type AttestationDetail, calls, submitterFacts } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { SubmitterRows } from '../../../ui/attestation/submitter-rows.tsx';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { Fact } from '../../../ui/kit/fact.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certificate-tab', text);

export function CertificateTab({ detail: { ano, state } }: { detail: AttestationDetail }) {
  const t = useWords();
  const isCertified = state === 'succeeded';
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.attestations.certificate, { ano }),
    enabled: isCertified,
  });
  if (!isCertified) return <p className="secondary">{t('none')}</p>;
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  return (
    <section className="attestations-certificate panel">
      <h2>
        <SafetyCertificateFilled aria-hidden /> {t('heading')}
      </h2>
      <dl>
        <Fact name={t('title')}>
          {data.title}
          {data.page && (
            <>
              <br />
              <code>{data.page.finalUrl}</code>
            </>
          )}
          {data.files && (
            <>
              <br />
              {t('files', { count: data.files.count })}
            </>
          )}
        </Fact>
        <SubmitterRows facts={submitterFacts(data)} />
        {data.page && (
          <Fact name={t('captured')}>
            <Moment at={data.page.startedAt} /> – <Moment at={data.page.endedAt} />
          </Fact>
        )}
        {data.files && (
          <Fact name={t('examined')}>
            <Moment at={data.files.examinedAt} />
          </Fact>
        )}
        <Fact name={t('digest')}>
          SHA-256 <Copyable text={data.manifestSha256} what="SHA-256" />
          <br />
          SM3 <Copyable text={data.manifestSm3} what="SM3" />
        </Fact>
        <Fact name={t('timestamps')}>
          {data.timestamps.map(({ at, authority, serial, isOwn }) => (
            <p key={serial}>
              <Moment at={at} />
              <br />
              {authority} <span className="secondary">({t(isOwn ? 'own' : 'outside')})</span>
            </p>
          ))}
        </Fact>
        <Fact name={t('log')}>
          {t('logged', { index: data.log.index, size: data.log.size })}
          <br />
          <code>{data.log.origin}</code>
        </Fact>
        <Fact name={t('sealedBy')}>{data.sealedBy}</Fact>
      </dl>
      <div className="actions attestations-certificate-acts">
        <Button href={linkTo(calls.attestations.certificatePdf, { ano })} download>
          {t('download')}
        </Button>
        <Link to={paths.query}>{t('verify')}</Link>
        <Link to={paths.chain}>{t('seeLog')}</Link>
      </div>
    </section>
  );
}
