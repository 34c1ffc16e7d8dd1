import '../../ui/second-factor/second-factor.css';
import './sign-in.css';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { nextConsolePath } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Switches } from '../../ui/frame/switches.tsx';
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.tsx';
import { withTheme } from '../../ui/theme/theme-provider.tsx';
import { words } from '../../ui/words/words.ts';
import { forgetConsole } from '../guard.ts';
import { ChoosePassword } from './choose-password.tsx';
import { CodeStep } from './code-step.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { type Passed, PasswordStep } from './password-step.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-sign-in', text);

/** State between the steps, kept only in memory: a reload starts over. */
interface Progress {
  passed?: Passed;
  /** New password that replaces a one-time one. */
  password?: string;
  recoveryCodes?: readonly string[];
}

export const Component = withTheme(ConsoleSignIn);

function ConsoleSignIn() {
  const t = useWords();
  useTitle(t('title'));
  return (
    <div className="console-sign-in">
      <header>
        <span className="console-brand">
          <img src="/seal.svg" alt="" width={22} height={22} />
          {t('name')}
        </span>
        <span className="actions">
          <Switches />
        </span>
      </header>
      <main className="panel">
        <h1>{t('title')}</h1>
        <Steps />
        <p className="secondary console-sign-in-foot">
          {t('for')} <a href="/login">{t('desk')}</a>
        </p>
      </main>
    </div>
  );
}

/** Password, a new password after a one-time one, second factor; the server decides which steps are needed. */
function Steps() {
  const [{ passed, password, recoveryCodes }, go] = useState<Progress>({});
  const again = () => go({});
  const arrive = useArrive();
  if (recoveryCodes)
    return <RecoveryCodes codes={recoveryCodes} fileName="proofkeep-console-recovery-codes.txt" onKept={arrive} />;
  if (!passed) return <PasswordStep onPassed={(step) => go({ passed: step })} />;
  if (passed.mustChangePassword && password === undefined)
    return <ChoosePassword onChosen={(chosen) => go({ passed, password: chosen })} />;
  const rest = { ticket: passed.ticket, password, onAgain: again };
  return passed.next === 'enrol' ? (
    <EnrolStep {...rest} onEnrolled={(codes) => go({ recoveryCodes: codes })} />
  ) : (
    <CodeStep {...rest} onSignedIn={arrive} />
  );
}

function useArrive(): () => void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return () => {
    forgetConsole();
    void navigate(nextConsolePath(query.get('next')), { replace: true });
  };
}
