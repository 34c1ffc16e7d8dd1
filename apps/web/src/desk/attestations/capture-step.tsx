import {
  type AttestationSummary,
  calls,
  isCapturedKind,
  sessionSteps,
  type WorkStep,
  workSteps,
  workStepWords,
} from '@proofkeep/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useAct } from '../../api/refresh.ts';
import { duration, fileSize, moment } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { isAllowed } from './is-allowed.ts';
import { useProgress } from './live.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('doing', text);

/** Current step of a capture, elapsed time of this attempt, and a cancel button. */
export function CaptureStepLine({ row }: { row: AttestationSummary }) {
  const t = useWords();
  const language = useLanguage();
  const cancel = useAct(calls.attestations.cancel, 'attestations');
  const progress = useProgress(row.ano);
  const isLong = useIsLong(row.changedAt);
  const steps: readonly WorkStep[] = row.kind === 'live' ? [...sessionSteps, 'stamp'] : workSteps;
  const at = row.step ? steps.indexOf(row.step) + 1 : 0;
  const of = steps.length;
  return (
    <div className="attestations-progress">
      <p aria-live="polite">{doing()}</p>
      <progress aria-label={t('progress')} max={of} value={row.state === 'sealing' ? of : at} />
      <p className="secondary numbers">
        {progress &&
          `${t('traffic', { ...progress, count: progress.requests, size: fileSize(progress.bytes) })}${language === 'zh' ? '，' : ', '}`}
        {!row.resumeAt && <Elapsed since={beganAt(row)} />}
      </p>
      {isAllowed(row, 'cancelled') && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate({ ano: row.ano })}>
          {t('cancel')}
        </Button>
      )}
    </div>
  );

  function doing(): string {
    if (row.resumeAt) return t('later', { at: moment(row.resumeAt) });
    if (!isCapturedKind(row.kind)) return t(row.state === 'queuing' ? 'waiting' : 'filesSealing');
    if (row.state === 'queuing') return t(isLong ? 'long' : 'queuing');
    if (row.state === 'sealing') return t('sealing');
    return row.step ? t('step', { at, of, step: wordIn(workStepWords[row.step], language) }) : t('starting');
  }
}

/** Elapsed time excludes earlier attempts and the wait for payment. */
const beganAt = ({ state, attempt, orderNo, changedAt, createdAt }: AttestationSummary): string =>
  state === 'sealing' || attempt > 1 || orderNo !== null ? changedAt : createdAt;

/** A capture starts within seconds if there is a node; after this time the page explains what a longer wait means. */
const longMs = 60_000;

function useIsLong(since: string): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), Math.max(0, Date.parse(since) + longMs - Date.now()));
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [since]);
  return isLong;
}

function Elapsed({ since }: { since: string }) {
  const t = useWords();
  const language = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const beat = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(beat);
  }, []);
  // This device's clock may be behind the server's.
  const seconds = Math.max(1, (now - Date.parse(since)) / 1000);
  return t('elapsed', { time: duration(seconds, language) });
}
