import { CameraOutlined, FullscreenExitOutlined, FullscreenOutlined, StopOutlined } from '@ant-design/icons';
import { calls, type LiveOutput, type LiveSession, liveLimits, startedMinutes } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Input, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { clock } from './clock.ts';
import type { Link, Input as Sent } from './connection.ts';
import { Extend } from './extend.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-panel', text);
const useLastWords = words('session-last', text);
const isNamed = (kind: string): kind is keyof (typeof text)['session-last'] => kind in text['session-last'];
type State = Extract<LiveOutput, { type: 'state' }>;

/** The end is announced this long before. */
const soonMs = 3 * 60_000;
/** State of the recording, for each link; none if the notice above says it. */
const marks: Partial<Record<Link, 'recording' | 'waiting' | 'connecting' | 'again'>> = {
  connected: 'recording',
  waiting: 'waiting',
  connecting: 'connecting',
  lost: 'again',
};

interface Props {
  session: LiveSession;
  state: State | null;
  link: Link;
  latencyMs: number | null;
  /** The service reduces the pictures. */
  isReduced: boolean;
  send: (input: Sent) => void;
  isFull: boolean;
  onFullScreen: () => void;
}

/** Shows what is recorded, for how long and at what cost, and how it ends. */
export function Panel({ session, state, link, latencyMs, isReduced, send, isFull, onFullScreen }: Props) {
  const t = useWords();
  const lastWord = useLastWords();
  const { ano } = session.attestation;
  const last = state?.recorded.last ?? '';
  const usedMs = useRunning(state?.atMs ?? session.time.usedMs, link === 'connected');
  const remainingMs = Math.max(0, (state?.wallMs ?? session.time.bookedMinutes * 60_000) - usedMs);
  const minutes = startedMinutes(usedMs);
  const { packageMinutes, minuteCents } = session.time;
  const cents = Math.max(0, minutes - packageMinutes) * minuteCents;
  const mark = marks[link];
  const isSoon = remainingMs < soonMs;
  // Until then nothing is recorded or charged, and there is nothing to stop.
  const hasBegun = state !== null || session.time.startedAt !== null;
  return (
    <section className="attestations-session-panel" aria-label={t('label')}>
      {mark && (
        <p className="attestations-session-panel-mark" data-on={link === 'connected'}>
          <span aria-hidden className="attestations-session-panel-dot" />
          {t(mark)}
          {latencyMs !== null && link === 'connected' && (
            <span className="secondary numbers"> {t('latency', { ms: Math.round(latencyMs) })}</span>
          )}
        </p>
      )}
      {isReduced && link === 'connected' && (
        <p className="secondary" role="status">
          {t('reduced')}
        </p>
      )}
      {isSoon && state && <Alert type="warning" showIcon title={t('soon')} />}
      {hasBegun ? (
        <dl>
          <div>
            <dt>{t('elapsed')}</dt>
            <dd className="numbers">{clock(usedMs)}</dd>
          </div>
          <div data-soon={isSoon}>
            <dt>{t('remaining')}</dt>
            <dd className="numbers">{clock(remainingMs)}</dd>
          </div>
          <div>
            <dt>{t('cost')}</dt>
            <dd className="numbers">{cents === 0 && packageMinutes > 0 ? t('package', { minutes }) : amount(cents)}</dd>
          </div>
          {state && (
            <div>
              <dt>{t('recorded')}</dt>
              <dd className="numbers">
                {t('counts', { frames: state.recorded.frames, events: state.recorded.events })}
              </dd>
            </div>
          )}
          {isNamed(last) && (
            <div>
              <dt>{t('last')}</dt>
              <dd>{lastWord(last)}</dd>
            </div>
          )}
        </dl>
      ) : (
        <Price time={session.time} />
      )}
      {state?.isMasked && <p className="secondary">{t('masked')}</p>}
      <div className="attestations-session-panel-actions">
        {hasBegun && (
          <>
            <Snapshot send={send} />
            <Button
              icon={isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
              onClick={onFullScreen}
            >
              {t(isFull ? 'smallScreen' : 'fullScreen')}
            </Button>
            <Extend session={session} />
            <Stop ano={ano} />
          </>
        )}
        <Cancel ano={ano} />
      </div>
      <p className="secondary" id="live-way-out" hidden={!hasBegun}>
        {t('wayOut')}
      </p>
    </section>
  );
}

/** What the session will cost, while it waits for its browser. */
function Price({ time: { minuteCents, packageMinutes, bookedMinutes, amountCents } }: Pick<LiveSession, 'time'>) {
  const t = useWords();
  return (
    <dl>
      <div>
        <dt>{t('minutePrice')}</dt>
        <dd className="numbers">{amount(minuteCents)}</dd>
      </div>
      <div>
        <dt>{t('booked')}</dt>
        <dd className="numbers">{t('minutes', { minutes: bookedMinutes })}</dd>
      </div>
      {packageMinutes > 0 && (
        <div>
          <dt>{t('fromPackage')}</dt>
          <dd className="numbers">{t('minutes', { minutes: packageMinutes })}</dd>
        </div>
      )}
      {amountCents > 0 && (
        <div>
          <dt>{t('held')}</dt>
          <dd className="numbers">{amount(amountCents)}</dd>
        </div>
      )}
    </dl>
  );
}

function Snapshot({ send }: { send: (input: Sent) => void }) {
  const t = useWords();
  const [note, setNote] = useState<string | null>(null);
  const take = () => {
    send({ type: 'snapshot', note: note ?? '' });
    setNote(null);
  };
  return (
    <>
      <Button icon={<CameraOutlined aria-hidden />} onClick={() => setNote('')}>
        {t('snapshot')}
      </Button>
      <Modal
        open={note !== null}
        title={t('snapshot')}
        okText={t('take')}
        cancelText={t('back')}
        onOk={take}
        onCancel={() => setNote(null)}
      >
        <Input
          aria-label={t('note')}
          placeholder={t('note')}
          maxLength={liveLimits.noteLength}
          value={note ?? ''}
          onChange={({ target }) => setNote(target.value)}
          onPressEnter={(event) => {
            // Otherwise the key would also press the button to which the focus returns.
            event.preventDefault();
            take();
          }}
        />
      </Modal>
    </>
  );
}

function Stop({ ano }: { ano: string }) {
  const t = useWords();
  const [isOpen, open] = useState(false);
  const [isFull, setFull] = useState(false);
  const stopping = useMutation({
    mutationFn: () => ask(calls.liveSessions.stopSession, { ano, isFull }),
    onError: (error) => toast.error(toApiError(error).message),
    onSettled: () => refresh('liveSessions'),
  });
  return (
    <>
      <Button type="primary" icon={<StopOutlined aria-hidden />} onClick={() => open(true)}>
        {t('stop')}
      </Button>
      <Modal
        open={isOpen}
        title={t('stopTitle')}
        okText={t('stop')}
        cancelText={t('back')}
        confirmLoading={stopping.isPending || stopping.isSuccess}
        onOk={() => stopping.mutate()}
        onCancel={() => open(false)}
      >
        <div className="attestations-session-stop">
          <p>{t('stopHint')}</p>
          <Checkbox checked={isFull} onChange={({ target }) => setFull(target.checked)}>
            {t('full')}
          </Checkbox>
          <p className="secondary">{t('fullHint')}</p>
        </div>
      </Modal>
    </>
  );
}

function Cancel({ ano }: { ano: string }) {
  const t = useWords();
  const [isOpen, open] = useState(false);
  const cancelling = useMutation({
    mutationFn: () => ask(calls.liveSessions.cancelSession, { ano }),
    onError: (error) => toast.error(toApiError(error).message),
    onSettled: () => refresh('liveSessions'),
  });
  return (
    <>
      <Button danger type="text" onClick={() => open(true)}>
        {t('cancel')}
      </Button>
      <Modal
        open={isOpen}
        title={t('cancelTitle')}
        okText={t('cancel')}
        okButtonProps={{ danger: true }}
        cancelText={t('back')}
        confirmLoading={cancelling.isPending}
        onOk={() => cancelling.mutate()}
        onCancel={() => open(false)}
      >
        <p>{t('cancelHint')}</p>
      </Modal>
    </>
  );
}

/** Continues counting between two reports of the session. */
function useRunning(reportedMs: number, isRunning: boolean): number {
  const [now, tick] = useState(() => ({ reportedMs, atMs: performance.now(), ms: reportedMs }));
  useEffect(() => {
    const atMs = performance.now();
    const show = () => tick({ reportedMs, atMs, ms: reportedMs + (isRunning ? performance.now() - atMs : 0) });
    show();
    const timer = setInterval(show, 1_000);
    return () => clearInterval(timer);
  }, [reportedMs, isRunning]);
  return now.ms;
}
