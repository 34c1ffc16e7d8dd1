import type { CertificationKind, CertificationState } from '@proofkeep/contract';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-state', text);

interface RefusedProps {
  kind: CertificationKind;
  state: CertificationState;
  reason: string | null;
}

/** Shows why a certification was refused or revoked, and what to do; nothing in other states. */
export function RefusedNotice({ kind, state, reason }: RefusedProps) {
  const t = useWords();
  if (state !== 'refused' && state !== 'revoked') return null;
  return (
    <Alert
      className="certification-notice"
      type="error"
      showIcon
      title={t(state)}
      description={
        <>
          <p className="certification-reason">{reason ?? t('denied')}</p>
          <p>{t(kind)}</p>
        </>
      }
    />
  );
}

/** An application in review, which its holder may withdraw. */
export function PendingNotice({ submittedAt, withdraw }: { submittedAt: string | null; withdraw: ReactNode }) {
  const t = useWords();
  return (
    <Alert
      className="certification-notice"
      type="info"
      showIcon
      title={t('pending')}
      action={withdraw}
      description={
        <>
          <p>{t('pendingHint')}</p>
          {submittedAt && (
            <p>
              {t('submittedAt')} <Moment at={submittedAt} />
            </p>
          )}
        </>
      }
    />
  );
}
