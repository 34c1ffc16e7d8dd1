import './bulk.css';
import { type AttestationSummary, blockWords } from '@proofkeep/contract';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { Thumbnail } from '../../../ui/attestation/thumbnail.tsx';
import { toggled } from '../../../ui/kit/toggles.tsx';
import { Cost } from '../../../ui/money/cost.tsx';
import { RetryPrice, useRetryPrice } from '../../../ui/money/retry-price.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { LabelField } from '../label-field.tsx';
import { useBulk } from './bulk.ts';
import { BulkOutcomes } from './bulk-outcomes.tsx';
import { type BulkAct, sourceTotals } from './selection.ts';
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
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  // An attestation that may show the wrong page is certified only if it is selected individually.
  const chosen = act === 'confirm' ? rows.filter(({ ano, warning }) => !warning || accepted.includes(ano)) : rows;
  const { progress, run, stop } = useBulk();
  const { isRunning, outcomes } = progress;
  const isAsking = !isRunning && outcomes.length === 0;
  const price = useRetryPrice({ anos: rows.map(({ ano }) => ano) }, isAsking && act === 'retry');
  const sourcesOf = (confirmed: readonly AttestationSummary[]): string => {
    const { packageUnits, balanceCents, orderCents } = sourceTotals(confirmed);
    const parts = [
      packageUnits > 0 && t('fromPackage', { count: packageUnits }),
      balanceCents > 0 && t('fromBalance', { what: amount(balanceCents) }),
      orderCents > 0 && t('fromOrders', { what: amount(orderCents) }),
    ];
    return parts.filter(Boolean).join(' + ') || amount(0);
  };
  const begin = () => run({ act, rows: chosen, labels, language, tooMany: t('tooMany') });
  const asking = [
    <Button key="keep" onClick={onLeave}>
      {t('keep')}
    </Button>,
    <Button
      key="act"
      type="primary"
      danger={act === 'cancel'}
      disabled={
        chosen.length === 0 || (act === 'label' && labels.length === 0) || (act === 'retry' && !price.data?.count)
      }
      onClick={begin}
    >
      {act === 'confirm' ? t('confirmActOf', { count: chosen.length, price: sourcesOf(chosen) }) : t(`${act}Act`)}
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
      {isAsking && act === 'retry' && (
        <p>
          <RetryPrice price={price} />
        </p>
      )}
      {isAsking && act === 'label' && (
        <div className="attestations-bulk-labels">
          <label htmlFor="bulk-labels">{t('labels')}</label>
          <LabelField id="bulk-labels" aria-label={t('labels')} value={labels} onChange={setLabels} />
        </div>
      )}
      {isAsking ? (
        <ul className="attestations-bulk-rows">
          {rows.map((row) =>
            act === 'confirm' ? (
              <ConfirmRow
                key={row.ano}
                row={row}
                isAccepted={accepted.includes(row.ano)}
                onAccept={() => setAccepted(toggled(accepted, row.ano))}
              />
            ) : (
              <li key={row.ano}>
                {row.name} <code className="secondary">{row.ano}</code>
              </li>
            ),
          )}
        </ul>
      ) : (
        <BulkOutcomes {...progress} count={chosen.length} />
      )}
    </Modal>
  );
}

interface ConfirmRowProps {
  row: AttestationSummary;
  isAccepted: boolean;
  onAccept: () => void;
}

/** Picture, price and warning of a preview; one with a warning has a checkbox. */
function ConfirmRow({ row, isAccepted, onAccept }: ConfirmRowProps) {
  const t = useWords();
  const language = useLanguage();
  const { ano, name, thumbnail, warning } = row;
  return (
    <li className="attestations-bulk-confirm">
      <Thumbnail src={thumbnail} />
      <div>
        {name} <code className="secondary">{ano}</code>
        {warning && <p className="attestations-bulk-warning">{wordIn(blockWords[warning], language)}</p>}
        {warning && (
          <Checkbox checked={isAccepted} onChange={onAccept}>
            {t('anyway')}
          </Checkbox>
        )}
      </div>
      <span className="numbers">
        <Cost {...row} />
      </span>
    </li>
  );
}
