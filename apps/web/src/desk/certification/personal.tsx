import './certification.css';
import { calls, isWithProvider, maySubmitCertification, type PersonalCertification } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { queries, queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import { PersonalForm } from './personal-form.tsx';
import { Started } from './started.tsx';
import { CertificationChip, PendingNotice, RefusedNotice } from './state.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('personal-certification', text);

const asked = queryOf(calls.certification.certifyInfo, {});

/** `/accountSetting/basicSetting/personal` */
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

function Current({ certification }: { certification: PersonalCertification }) {
  const t = useWords();
  const [isAgain, setAgain] = useState(false);
  const [search] = useSearchParams();
  const { state, provider, reason, submittedAt } = certification;
  const keep = (after: PersonalCertification) => {
    queries.setQueryData(asked.queryKey, after);
    void refresh('whoAmI');
    setAgain(false);
  };
  if (state === 'approved') return <Facts certification={certification} />;
  if (!maySubmitCertification(state)) return <PendingNotice submittedAt={submittedAt} />;
  return (
    <>
      {search.get('returned') === 'unproven' && (
        <Alert className="certification-notice" type="warning" showIcon title={t('unproven')} />
      )}
      {provider === 'development' && (
        <Alert className="certification-notice" type="warning" showIcon title={t('development')} />
      )}
      {(state === 'refused' || state === 'revoked') && <RefusedNotice kind="personal" state={state} reason={reason} />}
      {isWithProvider(state) && !isAgain ? (
        <Started certification={certification} onAnswer={keep} onAgain={() => setAgain(true)} />
      ) : (
        <PersonalForm certification={certification} onSent={keep} />
      )}
    </>
  );
}

function Facts({ certification }: { certification: PersonalCertification }) {
  const t = useWords();
  const { name, idNumber, birthday, gender, decidedAt } = certification;
  return (
    <section className="panel certification-facts">
      <h2>{t('facts')}</h2>
      <dl>
        <dt>{t('name')}</dt>
        <dd>{name}</dd>
        <dt>{t('idNumber')}</dt>
        <dd className="mono">{idNumber}</dd>
        <dt>{t('birthday')}</dt>
        <dd className="numbers">{birthday}</dd>
        <dt>{t('gender')}</dt>
        <dd>{gender && t(gender)}</dd>
        <dt>{t('decidedAt')}</dt>
        <dd>{decidedAt && <Moment at={decidedAt} />}</dd>
      </dl>
    </section>
  );
}
