import './certification.css';
import { calls, type EnterpriseCertification, maySubmitCertification } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { queries, queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import { EnterpriseForm } from './enterprise-form.tsx';
import { CertificationChip, PendingNotice, RefusedNotice } from './state.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('enterprise-certification', text);

const asked = queryOf(calls.certification.enterpriseCertification, {});
/** The reply contains the certification's state. */
const whoAmI = queryOf(calls.account.accountInfo, {});

/** `/accountSetting/basicSetting/enterprise` */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { data, error, refetch } = useQuery(asked);
  return (
    <div className="certification">
      <div className="certification-heading">
        <h1>{t('title')}</h1>
        {data && <CertificationChip state={data.state} />}
      </div>
      <p className="secondary">{t('lead')}</p>
      {data ? (
        <Current certification={data} />
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting rows={6} />
      )}
    </div>
  );
}

function Current({ certification }: { certification: EnterpriseCertification }) {
  const t = useWords();
  const { data: me } = useQuery(whoAmI);
  const { state, reason, submittedAt } = certification;
  if (state === 'approved') return <Facts certification={certification} />;
  if (!maySubmitCertification(state)) return <PendingNotice submittedAt={submittedAt} />;
  if (me && me.role !== 'main')
    return <Alert className="certification-notice" type="info" showIcon title={t('member')} />;
  const keep = (after: EnterpriseCertification) => {
    queries.setQueryData(asked.queryKey, after);
    void refresh('whoAmI');
  };
  return (
    <>
      {(state === 'refused' || state === 'revoked') && (
        <RefusedNotice kind="enterprise" state={state} reason={reason} />
      )}
      <EnterpriseForm certification={certification} onSent={keep} />
    </>
  );
}

function Facts({ certification: { entered, decidedAt } }: { certification: EnterpriseCertification }) {
  const t = useWords();
  return (
    <section className="panel certification-facts">
      <h2>{t('facts')}</h2>
      <dl>
        {entered && (
          <>
            <dt>{t('name')}</dt>
            <dd>{entered.name}</dd>
            <dt>{t('creditCode')}</dt>
            <dd className="mono">{entered.creditCode}</dd>
            <dt>{t('legalRepresentative')}</dt>
            <dd>{entered.legalRepresentative}</dd>
            <dt>{t('contact')}</dt>
            <dd>
              {entered.contactName} <span className="numbers">{entered.contactPhone}</span>
            </dd>
          </>
        )}
        <dt>{t('decidedAt')}</dt>
        <dd>{decidedAt && <Moment at={decidedAt} />}</dd>
      </dl>
    </section>
  );
}
