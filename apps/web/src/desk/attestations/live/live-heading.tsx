import {
  type AttestationState,
  type AttestationSummary,
  attestationStateTable,
  attestationStateWords,
} from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { BulkDialog } from '../bulk/bulk-dialog.tsx';
import { openTo } from '../bulk/selection.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('live-heading', text);

/** Progress of the batch, and one button that confirms all previews. */
export function LiveHeading({ id, rows }: { id: string; rows: readonly AttestationSummary[] }) {
  const t = useWords();
  const language = useLanguage();
  const [confirmed, confirm] = useState<readonly AttestationSummary[] | null>(null);
  const previews = openTo('confirm', rows);
  const count = (state: AttestationState) => rows.filter((row) => row.state === state).length;
  const there = attestationStateTable.states.filter((state) => count(state) > 0);
  const close = () => confirm(null);
  return (
    <header className="attestations-live-heading">
      <div>
        <h2 id={id}>{t('title')}</h2>
        {rows.length > 1 && (
          <p className="secondary numbers">
            {there
              .map((state) =>
                t('count', { state: wordIn(attestationStateWords[state], language), count: count(state) }),
              )
              .join(' · ')}
          </p>
        )}
      </div>
      {previews.length > 1 && (
        <Button onClick={() => confirm(previews)}>{t('confirm', { count: previews.length })}</Button>
      )}
      {confirmed && <BulkDialog act="confirm" rows={confirmed} onLeave={close} onDone={close} />}
    </header>
  );
}
