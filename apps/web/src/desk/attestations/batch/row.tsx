import { type AttestationSummary, calls, failureWords, workStepWords } from '@proofkeep/contract';
import { Button } from 'antd';
import { memo, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useAct } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { StateChip } from '../../../ui/attestation/state-chip.tsx';
import { Thumbnail } from '../../../ui/attestation/thumbnail.tsx';
import { duration } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { isAllowed } from '../is-allowed.ts';
import { useProgress } from '../live.ts';
import { SecondChip } from '../second-chip.tsx';
import { phaseOf, secondsOf } from './phase.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('batch-phase', text);

/** One attestation as a compact row: picture, name over URL, phase in words, time, state. */
export const BatchRow = memo(function BatchRow({
  row,
  mayAct,
  onReview,
}: {
  row: AttestationSummary;
  mayAct: boolean;
  onReview?: (() => void) | undefined;
}) {
  const t = useWords();
  const cancel = useAct(calls.attestations.cancel, 'attestations');
  const mayCancel = mayAct && isAllowed(row, 'cancelled');
  const { ano, name, url } = row;
  return (
    <li className="attestations-batch-row">
      <Thumbnail src={row.thumbnail} kind={row.kind} />
      <div className="attestations-batch-row-name">
        <Link to={paths.attestation(ano)}>{name || url}</Link>
        {name !== url && url !== '' && <span className="secondary">{url}</span>}
      </div>
      <PhaseWords row={row} />
      <span className="attestations-batch-row-state">
        <StateChip {...row} />
        <SecondChip row={row} />
        {mayCancel && (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ ano })}>
            {t('cancel')}
          </Button>
        )}
        {onReview && (
          <button type="button" className="button" onClick={onReview}>
            {t('open')}
          </button>
        )}
      </span>
    </li>
  );
});

function PhaseWords({ row }: { row: AttestationSummary }) {
  const t = useWords();
  const language = useLanguage();
  const progress = useProgress(row.ano);
  const phase = phaseOf(row);
  const doing = () => {
    if (phase === 'capturing' && row.step) return wordIn(workStepWords[row.step], language);
    if (phase === 'failed' && row.failure) return wordIn(failureWords[row.failure.code], language);
    return t(phase);
  };
  return (
    <span className="attestations-batch-row-phase">
      <span>
        {doing()}
        {progress && phase === 'capturing' && (
          <span className="secondary numbers"> · {t('requests', { count: progress.requests })}</span>
        )}
      </span>
      <Elapsed row={row} />
    </span>
  );
}

function Elapsed({ row }: { row: AttestationSummary }) {
  const language = useLanguage();
  const isUnderWay = ['queuing', 'capturing', 'sealing'].includes(row.state);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isUnderWay) return;
    const beat = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(beat);
  }, [isUnderWay]);
  const seconds = secondsOf(row, now);
  return <span className="secondary numbers">{seconds === null ? '' : duration(seconds, language)}</span>;
}
