import type { ReactNode } from 'react';
import { Alert } from '../plain/alert.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('replay', text);

/** `failed`: the page didn't load in time. `blocked`: the browser refuses storage to cross-site frames. */
export type ReplayFault = 'failed' | 'blocked';

interface Props {
  fault: ReplayFault;
  /** Null if replays may only run in frames (docs/decisions/0007-replay.md). */
  tabAddress: string | null;
  onAgain(): void;
}

export function ReplayFaultNotice({ fault, tabAddress, onAgain }: Props) {
  const t = useWords();
  const again = (
    <button type="button" className="button" onClick={onAgain}>
      {t('again')}
    </button>
  );
  if (fault === 'failed') return <Notice title={t('missed')} why={t('kept')} act={again} />;
  if (!tabAddress) return <Notice title={t('refused')} why={t('refusedWhy')} act={again} />;
  return (
    <Notice
      title={t('blocked')}
      why={t('blockedWhy')}
      act={
        <a className="button" data-kind="primary" href={tabAddress} target="_blank" rel="noopener noreferrer">
          {t('tab')}
        </a>
      }
    />
  );
}

const Notice = ({ title, why, act }: { title: string; why: string; act: ReactNode }) => (
  <Alert kind="error" title={title} action={act}>
    <p className="secondary">{why}</p>
  </Alert>
);
