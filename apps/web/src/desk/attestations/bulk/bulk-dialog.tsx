import './bulk.css';
import type { AttestationSummary } from '@proofkeep/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { LabelField } from '../label-field.tsx';
import { useBulk } from './bulk.ts';
import { BulkOutcomes } from './bulk-outcomes.tsx';
import type { BulkAct } from './selection.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bulk-dialog', text);

interface Props {
  act: BulkAct;
  rows: readonly AttestationSummary[];
  /** Closed before anything ran. */
  onLeave: () => void;
  onDone: () => void;
}

/** Asks for confirmation, then shows progress, then the outcome of each row. */
export function BulkDialog({ act, rows, onLeave, onDone }: Props) {
  const t = useWords();
  const language = useLanguage();
  const [labels, setLabels] = useState<string[]>([]);
  const { progress, run, stop } = useBulk();
  const { isRunning, outcomes } = progress;
  const isAsking = !isRunning && outcomes.length === 0;
  const begin = () => run({ act, rows, labels, language, tooMany: t('tooMany') });
  const asking = [
    <Button key="keep" onClick={onLeave}>
      {t('keep')}
    </Button>,
    <Button
      key="act"
      type="primary"
      danger={act === 'cancel'}
      disabled={act === 'label' && labels.length === 0}
      onClick={begin}
    >
      {t(`${act}Act`)}
    </Button>,
  ];
  const ended = (
    <Button type="primary" onClick={onDone}>
      {t('close')}
    </Button>
  );
  const running = <Button onClick={stop}>{t('stop')}</Button>;
  return (
    <Modal
      open
      title={isAsking ? t(act, { count: rows.length }) : t(`${act}Act`)}
      onCancel={isAsking ? onLeave : onDone}
      closable={!isRunning}
      keyboard={!isRunning}
      mask={{ closable: false }}
      footer={isAsking ? asking : isRunning ? act !== 'confirm' && running : ended}
    >
      {isAsking && <p>{t(`${act}Hint`)}</p>}
      {isAsking && act === 'label' && (
        <div className="attestations-bulk-labels">
          <label htmlFor="bulk-labels">{t('labels')}</label>
          <LabelField id="bulk-labels" aria-label={t('labels')} value={labels} onChange={setLabels} />
        </div>
      )}
      {isAsking ? (
        <ul className="attestations-bulk-rows">
          {rows.map(({ ano, name }) => (
            <li key={ano}>
              {name} <code className="secondary">{ano}</code>
            </li>
          ))}
        </ul>
      ) : (
        <BulkOutcomes {...progress} count={rows.length} />
      )}
    </Modal>
  );
}
