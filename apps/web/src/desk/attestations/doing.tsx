import { type AttestationSummary, calls, workSteps, workStepWords } from '@proofkeep/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useAct } from '../../api/refresh.ts';
import { duration, fileSize } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { useProgress } from './live.ts';

const useWords = words('doing', {
  queuing: ['等待取证节点', 'Waits for a capture node'],
  starting: ['取证节点已接手', 'A capture node has taken it'],
  step: ['第 {at} 步，共 {of} 步：{step}', 'Step {at} of {of}: {step}'],
  sealing: ['正在写入日志并出具证书', 'Being logged and certified'],
  progress: ['取证进度', 'Progress of the capture'],
  traffic_one: ['{count} 个请求，{size}，{inFlight} 个进行中', '{count} request, {size}, {inFlight} under way'],
  traffic_other: ['{count} 个请求，{size}，{inFlight} 个进行中', '{count} requests, {size}, {inFlight} under way'],
  elapsed: ['已用 {time}', '{time} so far'],
  cancel: ['取消', 'Cancel'],
});

/** What happens to a capture at this moment, for how long in this try, and its end on demand. */
export function Doing({ row }: { row: AttestationSummary }) {
  const say = useWords();
  const language = useLanguage();
  const cancel = useAct(calls.attestations.cancel, 'attestations');
  const progress = useProgress(row.ano);
  const at = row.step ? workSteps.indexOf(row.step) + 1 : 0;
  const of = workSteps.length;
  const mayCancel = row.state === 'queuing' || row.state === 'capturing';
  return (
    <div className="doing">
      <p aria-live="polite">{doing()}</p>
      <progress aria-label={say('progress')} max={of} value={row.state === 'sealing' ? of : at} />
      <p className="secondary numbers">
        {progress &&
          `${say('traffic', { ...progress, count: progress.requests, size: fileSize(progress.bytes) })}${language === 'zh' ? '，' : ', '}`}
        <Elapsed since={beganAt(row)} />
      </p>
      {mayCancel && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate({ ano: row.ano })}>
          {say('cancel')}
        </Button>
      )}
    </div>
  );

  function doing(): string {
    if (row.state === 'queuing' || row.state === 'sealing') return say(row.state);
    return row.step ? say('step', { at, of, step: wordIn(workStepWords[row.step], language) }) : say('starting');
  }
}

/** What was ordered by itself waited for its payment before. */
const beganAt = ({ state, attempt, orderNo, changedAt, createdAt }: AttestationSummary): string =>
  state === 'sealing' || attempt > 1 || orderNo !== null ? changedAt : createdAt;

function Elapsed({ since }: { since: string }) {
  const say = useWords();
  const language = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const beat = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(beat);
  }, []);
  // The clock of this machine may be behind that of the service.
  const seconds = Math.max(1, (now - Date.parse(since)) / 1000);
  return say('elapsed', { time: duration(seconds, language) });
}
