import { ExportOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { words } from '../../../ui/words/words.ts';
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
  const again = <Button onClick={onAgain}>{t('again')}</Button>;
  if (fault === 'failed') return <Notice title={t('missed')} why={t('kept')} act={again} />;
  if (!tabAddress) return <Notice title={t('refused')} why={t('refusedWhy')} act={again} />;
  return (
    <Notice
      title={t('blocked')}
      why={t('blockedWhy')}
      act={
        <Button
          type="primary"
          href={tabAddress}
          target="_blank"
          rel="noopener noreferrer"
          icon={<ExportOutlined aria-hidden />}
        >
          {t('tab')}
        </Button>
      }
    />
  );
}

function Notice({ title, why, act }: { title: string; why: string; act: ReactNode }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <>
          <p className="attestations-replay-kept">{why}</p>
          {act}
        </>
      }
    />
  );
}
