import './bulk.css';
import type { AttestationSummary } from '@proofkeep/contract';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { LabelField } from '../label-field.tsx';
import { useBulk } from './bulk.ts';
import { BulkOutcomes } from './bulk-outcomes.tsx';
import type { BulkAct } from './selection.ts';

const useWords = words('bulk-dialog', {
  confirm: ['确认 {count} 件存证？', 'Confirm {count}?'],
  confirmHint: [
    '每一件都会出具存证证书，并按保存期限保存。确认后不能撤回，请先逐一看过取得的内容。',
    'A certificate is drawn up for each, and each is kept under retention. This cannot be undone: look at each of them first.',
  ],
  confirmAct: ['确认并出具证书', 'Confirm and certify'],
  retry: ['重试 {count} 件存证？', 'Try {count} again?'],
  retryHint: ['失败的取证会重新排队，再取一次。', 'The captures are queued once more.'],
  retryAct: ['重试', 'Try again'],
  label: ['为 {count} 件存证添加标签', 'Add labels to {count}'],
  labelHint: ['已有的标签会保留。', 'Labels that are there already stay.'],
  labelAct: ['添加标签', 'Add labels'],
  labels: ['要添加的标签', 'Labels to add'],
  cancel: ['取消 {count} 件取证？', 'Cancel {count}?'],
  cancelHint: [
    '排队和进行中的取证会停止，已取得的内容会被删除，不收取费用。',
    'Captures that wait or are under way stop. What was captured is removed, and nothing is charged.',
  ],
  cancelAct: ['停止取证', 'Stop the captures'],
  keep: ['返回', 'Back'],
  stop: ['停止后续操作', 'Stop after this one'],
  close: ['完成', 'Done'],
  tooMany: ['每件存证最多 20 个标签', 'At most 20 labels on one attestation'],
});

interface Props {
  act: BulkAct;
  rows: readonly AttestationSummary[];
  /** Nothing was done. */
  onLeave: () => void;
  onDone: () => void;
}

/** Asks first, then shows how far it has come, then says of each what became of it. */
export function BulkDialog({ act, rows, onLeave, onDone }: Props) {
  const say = useWords();
  const language = useLanguage();
  const [labels, setLabels] = useState<string[]>([]);
  const { progress, run, stop } = useBulk();
  const { isRunning, outcomes } = progress;
  const isAsking = !isRunning && outcomes.length === 0;
  const begin = () => run({ act, rows, labels, language, tooMany: say('tooMany') });
  const asking = [
    <Button key="keep" onClick={onLeave}>
      {say('keep')}
    </Button>,
    <Button
      key="act"
      type="primary"
      danger={act === 'cancel'}
      disabled={act === 'label' && labels.length === 0}
      onClick={begin}
    >
      {say(`${act}Act`)}
    </Button>,
  ];
  const ended = (
    <Button type="primary" onClick={onDone}>
      {say('close')}
    </Button>
  );
  const running = <Button onClick={stop}>{say('stop')}</Button>;
  return (
    <Modal
      open
      title={isAsking ? say(act, { count: rows.length }) : say(`${act}Act`)}
      onCancel={isAsking ? onLeave : onDone}
      closable={!isRunning}
      keyboard={!isRunning}
      mask={{ closable: false }}
      footer={isAsking ? asking : isRunning ? act !== 'confirm' && running : ended}
    >
      {isAsking && <p>{say(`${act}Hint`)}</p>}
      {isAsking && act === 'label' && (
        <div className="bulk-labels">
          <label htmlFor="bulk-labels">{say('labels')}</label>
          <LabelField id="bulk-labels" aria-label={say('labels')} value={labels} onChange={setLabels} />
        </div>
      )}
      {isAsking ? (
        <ul className="bulk-rows">
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
