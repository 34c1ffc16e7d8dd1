import {
  type CertificationState,
  calls,
  isWithProvider,
  maySubmitCertification,
  mayWithdrawCertification,
  type PersonalApplication,
  type PersonalCertification,
} from '@proofkeep/contract';
import { Alert } from 'antd';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { certificationPage } from './certification-page.tsx';
import { Change } from './change.tsx';
import { History } from './history.tsx';
import { OnPhone } from './on-phone.tsx';
import { PersonalForm } from './personal-form.tsx';
import { ProviderCheck } from './provider-check.tsx';
import { PendingNotice, RefusedNotice } from './state.tsx';
import { Withdraw } from './withdraw.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('personal-certification', text);

const asked = queryOf(calls.certification.certifyInfo, {});

/** What is submitted on the phone appears at the desk. */
const refetchInterval = ({ state: { data } }: { state: { data: PersonalCertification | undefined } }) =>
  data && maySubmitCertification(data.state) && 10_000;

/** `/accountSetting/basicSetting/personal` */
export const Component = certificationPage(useWords, { ...asked, refetchInterval }, Current);

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
  const withdraw = (of: CertificationState, isChange: boolean) =>
    mayWithdrawCertification(of) && (
      <Withdraw act={() => ask(calls.certification.withdrawPersonal, {})} isChange={isChange} onWithdrawn={keep} />
    );
  const { change } = certification;
  if (state === 'approved')
    return <Approved certification={certification} onAnswer={keep} withdraw={change && withdraw(change.state, true)} />;
  if (!maySubmitCertification(state))
    return <PendingNotice submittedAt={submittedAt} withdraw={withdraw(state, false)} />;
  return (
    <>
      {search.get('returned') === 'unproven' && (
        <Alert className="certification-notice" type="warning" showIcon title={t('unproven')} />
      )}
      {provider === 'development' && (
        <Alert className="certification-notice" type="warning" showIcon title={t('development')} />
      )}
      <RefusedNotice kind="personal" state={state} reason={reason} />
      {isWithProvider(state) && !isAgain ? (
        <>
          <ProviderCheck certification={certification} onAnswer={keep} onAgain={() => setAgain(true)} />
          <div className="actions certification-withdraw">{withdraw(state, false)}</div>
        </>
      ) : (
        <>
          <OnPhone />
          <PersonalForm certification={certification} call={calls.certification.beginPersonal} onSent={keep} />
        </>
      )}
      <History list={certification.history} />
    </>
  );
}

function Approved({
  certification,
  onAnswer,
  withdraw,
}: {
  certification: PersonalCertification;
  onAnswer: (after: PersonalCertification) => void;
  withdraw: ReactNode;
}) {
  const t = useWords();
  const { change, history, provider } = certification;
  const isStarted = change !== null && isWithProvider(change.state);
  return (
    <>
      <Facts certification={certification} />
      <Change
        kind="personal"
        change={change}
        mayChange
        submitted={[[t('name'), change?.name]]}
        started={isStarted ? <ProviderCheck certification={change} onAnswer={onAnswer} /> : null}
        withdraw={withdraw}
        onAnswer={onAnswer}
        form={(onSent, cancel) => (
          <PersonalForm
            certification={change ?? { front: null, back: null, provider }}
            call={calls.certification.changePersonal}
            cancel={cancel}
            onSent={onSent}
          />
        )}
      />
      <History list={history} />
    </>
  );
}

function Facts({ certification }: { certification: PersonalApplication }) {
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
