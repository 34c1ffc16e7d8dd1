import './security.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { ConfirmProvider } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import { Bindings } from './bindings.tsx';
import { ClosingSection } from './closing-section.tsx';
import { ExportSection } from './export-section.tsx';
import { Factors } from './factors.tsx';
import { PasswordSection } from './password-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { Sessions } from './sessions.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('security', text);

const factors = queryOf(calls.signIn.factors, {});

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { data, error, refetch } = useQuery(factors);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data || !me) return <Skeleton rows={10} />;
  const isOneself = me.person.userId === me.userId;
  return (
    <ConfirmProvider factors={data}>
      <div className="page-heading">
        <h1>{t('title')}</h1>
      </div>
      {!isOneself && <p className="secondary">{t('acting', { name: me.person.name })}</p>}
      <div className="security">
        <RecoveryPanel />
        <ProfileSection me={me} />
        <PhoneSection phone={me.person.phone} />
        <PasswordSection hasPassword={data.hasPassword} />
        <Factors {...data} />
        <Bindings />
        <Sessions />
        {isOneself && me.role === 'main' && (
          <>
            <ExportSection />
            <ClosingSection />
          </>
        )}
      </div>
    </ConfirmProvider>
  );
}
