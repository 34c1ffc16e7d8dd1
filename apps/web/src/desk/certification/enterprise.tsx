import {
  type CertificationState,
  calls,
  type EnterpriseApplication,
  type EnterpriseCertification,
  maySubmitCertification,
  mayWithdrawCertification,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { certificationPage } from './certification-page.tsx';
import { Change } from './change.tsx';
import { EnterpriseForm } from './enterprise-form.tsx';
import { History } from './history.tsx';
import { PendingNotice, RefusedNotice } from './state.tsx';
import { Withdraw } from './withdraw.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('enterprise-certification', text);

const asked = queryOf(calls.certification.enterpriseCertification, {});
/** The reply contains the certification's state. */
const whoAmI = queryOf(calls.account.accountInfo, {});

/** `/accountSetting/basicSetting/enterprise` */
export const Component = certificationPage(useWords, asked, Current);

function Current({ certification }: { certification: EnterpriseCertification }) {
  const t = useWords();
  const { data: me } = useQuery(whoAmI);
  const { state, reason, submittedAt } = certification;
  const isHolder = me?.role === 'main';
  const keep = (after: EnterpriseCertification) => {
    queries.setQueryData(asked.queryKey, after);
    void refresh('whoAmI');
  };
  const withdraw = (of: CertificationState, isChange: boolean) =>
    isHolder &&
    mayWithdrawCertification(of) && (
      <Withdraw act={() => ask(calls.certification.withdrawEnterprise, {})} isChange={isChange} onWithdrawn={keep} />
    );
  const { change } = certification;
  if (state === 'approved')
    return (
      <Approved
        certification={certification}
        isHolder={isHolder}
        onAnswer={keep}
        withdraw={change && withdraw(change.state, true)}
      />
    );
  if (!maySubmitCertification(state))
    return <PendingNotice submittedAt={submittedAt} withdraw={withdraw(state, false)} />;
  if (me && !isHolder) return <Alert className="certification-notice" type="info" showIcon title={t('member')} />;
  return (
    <>
      <RefusedNotice kind="enterprise" state={state} reason={reason} />
      <EnterpriseForm entered={certification.entered} isChange={false} onSent={keep} />
      <History list={certification.history} />
    </>
  );
}

function Approved({
  certification,
  isHolder,
  onAnswer,
  withdraw,
}: {
  certification: EnterpriseCertification;
  isHolder: boolean;
  onAnswer: (after: EnterpriseCertification) => void;
  withdraw: ReactNode;
}) {
  const t = useWords();
  const { entered, change, history } = certification;
  return (
    <>
      <Facts certification={certification} />
      <Change
        kind="enterprise"
        change={change}
        mayChange={isHolder}
        submitted={[
          [t('name'), change?.entered?.name],
          [t('legalRepresentative'), change?.entered?.legalRepresentative],
        ]}
        started={null}
        withdraw={withdraw}
        onAnswer={onAnswer}
        form={(onSent, cancel) => (
          <EnterpriseForm
            entered={change?.entered ?? withoutDocuments(entered)}
            isChange
            cancel={cancel}
            onSent={onSent}
          />
        )}
      />
      <History list={history} />
    </>
  );
}

/** A change needs documents that prove it. */
const withoutDocuments = (entered: EnterpriseApplication['entered']): Partial<NonNullable<typeof entered>> => {
  const { licence: _old, authorisation: _older, ...fields } = entered ?? {};
  return fields;
};

function Facts({ certification: { entered, decidedAt } }: { certification: EnterpriseApplication }) {
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
