import { type AttestationSummary, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/notices/empty-state.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import { infoOf } from '../acts.ts';
import { Answer } from '../answer.tsx';
import { Completeness } from '../completeness.tsx';
import { Facts } from '../facts.tsx';
import { Screenshot } from '../picture/screenshot.tsx';
import { SecondLine } from '../second-line.tsx';
import { Rungs } from './rungs.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('batch-review', text);

interface Props {
  batchId: string;
  /** Number of the attestation shown, or `first`. */
  first: string;
  onShow: (ano: string) => void;
  onClose: () => void;
}

/** Number of previews loaded at once; the following ones are loaded as these are answered. */
const atOnce = 100;

/** Shows the previews of a submission in sequence; every action has a key. */
export function Review({ batchId, first, onShow, onClose }: Props) {
  const t = useWords();
  const wanted = { batchId, states: ['preview' as const], size: atOnce };
  const { data } = useQuery(queryOf(calls.attestations.batchList, wanted));
  const rows = data?.list ?? [];
  const row = useShown(rows, first);
  const at = row ? rows.indexOf(row) : -1;
  const show = (next: number) => {
    const found = rows[(next + rows.length) % rows.length];
    if (found) onShow(found.ano);
  };
  const panel = useKeys({ next: () => show(at + 1), previous: () => show(at - 1) });
  return (
    <Modal open title={t('title')} width="min(1200px, 96vw)" footer={null} onCancel={onClose}>
      <div ref={panel}>
        {!data && <Skeleton rows={8} />}
        {data && !row && (
          <EmptyState title={t('done')}>
            <Button type="primary" onClick={onClose}>
              {t('close')}
            </Button>
          </EmptyState>
        )}
        {row && (
          <>
            <div className="attestations-batch-review-head">
              <div>
                <h2>{row.name || row.url}</h2>
                <p className="secondary mono">{row.url}</p>
              </div>
              <p className="secondary numbers" role="status">
                {t('at', { at: at + 1, of: data?.total ?? rows.length })}
              </p>
            </div>
            <SecondLine row={row} />
            <Rungs row={row} />
            <Preview key={row.ano} row={row} />
            <div className="attestations-batch-review-foot">
              <div className="actions">
                {/* The key keeps the button of the next row from showing, and ignoring a press, as busy. */}
                <Answer key={row.ano} row={row} onAgain={() => show(at + 1)} />
              </div>
              <div className="actions">
                <Button onClick={() => show(at - 1)}>{t('previous')}</Button>
                <Button onClick={() => show(at + 1)}>{t('next')}</Button>
              </div>
              <p className="secondary attestations-batch-review-keys">
                <kbd>C</kbd> {t('keyConfirm')} <kbd>X</kbd> {t('keyReject')} <kbd>J</kbd>/<kbd>K</kbd> {t('keyMove')}
              </p>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}

/** The selected row; once it is answered, the row that follows it. */
function useShown(rows: readonly AttestationSummary[], wanted: string): AttestationSummary | undefined {
  const [place, setPlace] = useState(0);
  const at = rows.findIndex(({ ano }) => ano === wanted);
  useEffect(() => {
    if (at >= 0) setPlace(at);
  }, [at]);
  return at >= 0 ? rows[at] : rows[Math.min(place, rows.length - 1)];
}

/** Keys press the buttons, so keys can do only what the buttons offer. */
function useKeys({ next, previous }: { next: () => void; previous: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (act: string) => panel.current?.querySelector<HTMLButtonElement>(`[data-answer=${act}]`)?.click();
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
      const isInOtherDialog =
        event.target instanceof HTMLElement &&
        event.target.closest('[role=dialog]') !== null &&
        !panel.current?.closest('[role=dialog]')?.contains(event.target);
      if (isTyping || isInOtherDialog || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = {
        c: () => press('confirm'),
        x: () => press('reject'),
        j: next,
        ArrowRight: next,
        k: previous,
        ArrowLeft: previous,
      }[event.key];
      act?.();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return panel;
}

function Preview({ row: { ano, name, url } }: { row: AttestationSummary }) {
  const { data } = useQuery(infoOf(ano));
  return (
    <div className="attestations-preview">
      <Screenshot ano={ano} name={name || url} />
      <div>
        {!data && <Skeleton />}
        {data && <Completeness detail={data} />}
        {data && <Facts detail={data} />}
      </div>
    </div>
  );
}
