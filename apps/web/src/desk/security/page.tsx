import './security.css';
import { calls, certificationWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/paths.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { useTitle } from '../../ui/title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { Bindings } from './bindings.tsx';
import { ConfirmProvider } from './confirm.tsx';
import { Factors } from './factors.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { Sessions } from './sessions.tsx';

const useWords = words('security', {
  title: ['基本设置', 'You and your sign-in'],
  acting: [
    '您正以其他身份操作。以下是您本人（{name}）的登录设置。',
    'You are acting as another. These are your own sign-in settings, {name}.',
  ],
  name: ['姓名', 'Name'],
  account: ['账号', 'Account'],
  certification: ['实名认证', 'Real-name certification'],
});

const factors = queryOf(calls.signIn.factors, {});

export function Component() {
  const say = useWords();
  const language = useLanguage();
  useTitle(say('title'));
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { data, error, refetch } = useQuery(factors);
  if (error && !data) return <RefusedPanel error={error} onRetry={() => void refetch()} />;
  if (!data || !me) return <Waiting rows={10} />;
  const isOneself = me.person.userId === me.userId;
  return (
    <ConfirmProvider factors={data}>
      <div className="page-heading">
        <h1>{say('title')}</h1>
      </div>
      {!isOneself && <p className="secondary">{say('acting', { name: me.person.name })}</p>}
      <div className="security">
        <RecoveryPanel />
        <section className="panel security-section">
          <dl className="security-who">
            <dt>{say('name')}</dt>
            <dd>{me.person.name}</dd>
            <dt>{say('account')}</dt>
            <dd>{me.accountName}</dd>
            <dt>{say('certification')}</dt>
            <dd>
              <Link to={paths.personal}>{wordIn(certificationWords[me.certification.personal], language)}</Link>
            </dd>
          </dl>
        </section>
        <PhoneSection phone={me.person.phone} />
        <PasswordSection hasPassword={data.hasPassword} />
        <Factors {...data} />
        <Bindings />
        <Sessions />
      </div>
    </ConfirmProvider>
  );
}
