import './certification.css';
import { calls, type PersonalCertification } from '@proofkeep/contract';
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
import { CertificationChip, PendingNotice, RefusedNotice } from './standing.tsx';
import { Started } from './started.tsx';

const useWords = words('personal-certification', {
  title: ['个人实名认证', 'Real-name certification'],
  lead: [
    '认证后，存证证书上会注明经认证的姓名（隐去部分），他人可凭您的身份证号码和存证编号查询该存证。',
    'Certificates then name you as certified (masked), and an attestation can be found by your identity number and its own.',
  ],
  development: [
    '开发环境：本站未接入外部核验机构，由运营人员比对您填写的内容与身份证照片。',
    'For development: no provider outside is connected. An operator compares what you enter with the images of your card.',
  ],
  unproven: [
    '无法确认返回地址来自核验机构，没有作任何更改。如已完成核验，请点击查询结果。',
    'The address you came back with could not be verified, and nothing was changed. If you have finished, ask for the outcome.',
  ],
  facts: ['已认证的信息', 'What is certified'],
  name: ['姓名', 'Name'],
  idNumber: ['身份证号码', 'Identity number'],
  birthday: ['出生日期', 'Date of birth'],
  gender: ['性别', 'Gender'],
  male: ['男', 'Male'],
  female: ['女', 'Female'],
  decidedAt: ['认证时间', 'Certified'],
});

const asked = queryOf(calls.certification.certifyInfo, {});

/** `/accountSetting/basicSetting/personal` */
export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { data, error, refetch } = useQuery(asked);
  return (
    <div className="certification">
      <div className="certification-heading">
        <h1>{say('title')}</h1>
        {data && <CertificationChip state={data.state} />}
      </div>
      <p className="secondary">{say('lead')}</p>
      {data ? (
        <Standing certification={data} />
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting rows={6} />
      )}
    </div>
  );
}

function Standing({ certification }: { certification: PersonalCertification }) {
  const say = useWords();
  const [isAgain, setAgain] = useState(false);
  const [search] = useSearchParams();
  const { state, provider, reason, submittedAt } = certification;
  const keep = (after: PersonalCertification) => {
    queries.setQueryData(asked.queryKey, after);
    void refresh('whoAmI');
    setAgain(false);
  };
  if (state === 'approved') return <Facts certification={certification} />;
  if (state === 'pending') return <PendingNotice submittedAt={submittedAt} />;
  return (
    <>
      {search.get('returned') === 'unproven' && (
        <Alert className="certification-notice" type="warning" showIcon title={say('unproven')} />
      )}
      {provider === 'development' && (
        <Alert className="certification-notice" type="warning" showIcon title={say('development')} />
      )}
      {(state === 'refused' || state === 'revoked') && <RefusedNotice kind="personal" state={state} reason={reason} />}
      {state === 'started' && !isAgain ? (
        <Started certification={certification} onAnswer={keep} onAgain={() => setAgain(true)} />
      ) : (
        <PersonalForm certification={certification} onSent={keep} />
      )}
    </>
  );
}

function Facts({ certification }: { certification: PersonalCertification }) {
  const say = useWords();
  const { name, idNumber, birthday, gender, decidedAt } = certification;
  return (
    <section className="panel certification-facts">
      <h2>{say('facts')}</h2>
      <dl>
        <dt>{say('name')}</dt>
        <dd>{name}</dd>
        <dt>{say('idNumber')}</dt>
        <dd className="mono">{idNumber}</dd>
        <dt>{say('birthday')}</dt>
        <dd className="numbers">{birthday}</dd>
        <dt>{say('gender')}</dt>
        <dd>{gender && say(gender)}</dd>
        <dt>{say('decidedAt')}</dt>
        <dd>{decidedAt && <Moment at={decidedAt} />}</dd>
      </dl>
    </section>
  );
}
