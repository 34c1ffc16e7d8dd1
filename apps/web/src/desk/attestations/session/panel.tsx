import { CameraOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons';
import { calls, type LiveEventKind, type LiveOutput, type LiveSession, liveLimits } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { clock } from './clock.ts';
import type { Input as Sent } from './connection.ts';
import { Extend } from './extend.tsx';
import type { Figures } from './figures.ts';
import { Mark, type MarkProps } from './mark.tsx';
import { Stop } from './stop.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-panel', text);
const useLastWords = words('session-last', text);
/** Words for every kind of event; a node of another version may have more. */
const lasts: Record<LiveEventKind, unknown> = text['session-last'];
const isNamed = (kind: string): kind is LiveEventKind => kind in lasts;
type State = Extract<LiveOutput, { type: 'state' }>;

interface Props extends MarkProps {
  session: LiveSession;
  state: State | null;
  figures: Figures;
  /** The strip shows the recording mark, times and cost, and stops the session. */
  hasStrip: boolean;
  /** The service reduces the pictures. */
  isReduced: boolean;
  send: (input: Sent) => void;
  isFull: boolean;
  onFullScreen: () => void;
}

/** Shows what is recorded, for how long and at what cost, and how it ends. */
export function Panel(props: Props) {
  const { session, state, figures, hasStrip, link, latencyMs, isReduced, send, isFull, onFullScreen } = props;
  const t = useWords();
  const lastWord = useLastWords();
  const { ano } = session.attestation;
  const last = state?.recorded.last ?? '';
  const { usedMs, remainingMs, cost, isSoon, hasBegun } = figures;
  return (
    <section className="attestations-session-panel" aria-label={t(hasStrip ? 'more' : 'label')}>
      {!hasStrip && <Mark link={link} latencyMs={latencyMs} />}
      {isReduced && link === 'connected' && (
        <p className="secondary" role="status">
          {t('reduced')}
        </p>
      )}
      {isSoon && state && <Alert type="warning" showIcon title={t('soon')} />}
      {hasBegun ? (
        <dl>
          {!hasStrip && (
            <>
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
                <dd className="numbers">{cost}</dd>
              </div>
            </>
          )}
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
            {!hasStrip && <Stop ano={ano} />}
          </>
        )}
        <Cancel ano={ano} />
      </div>
      <p className="attestations-session-way-out secondary" id="live-way-out" hidden={!hasBegun}>
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
