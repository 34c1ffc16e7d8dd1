import { type LiveOutput, type LiveSession, liveViewports, sentenceIn } from '@proofkeep/contract';
import { Alert, Button, Input, Modal } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refresh } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { language } from '../../../ui/words/language.ts';
import { words } from '../../../ui/words/words.ts';
import { Bar } from './bar.tsx';
import { Chooser } from './chooser.tsx';
import { Connection, type ConnectionHandlers, type Link, type Input as Sent } from './connection.ts';
import { useFigures } from './figures.ts';
import { Panel } from './panel.tsx';
import { Screen, type ScreenHandle } from './screen.tsx';
import { Strip, useIsNarrow } from './strip.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-steering', text);
type State = Extract<LiveOutput, { type: 'state' }>;

/** The remote browser, while the session waits or runs. */
export function Steering({ session }: { session: LiveSession }) {
  const t = useWords();
  const { ano } = session.attestation;
  const screen = useRef<ScreenHandle>(null);
  const connection = useRef<Connection>(null);
  const [link, setLink] = useState<Link>('connecting');
  const [why, setWhy] = useState('');
  const [state, setState] = useState<State | null>(null);
  const [latencyMs, setLatency] = useState<number | null>(null);
  const [isReduced, setReduced] = useState(false);
  /** Number of times the user asked to take over from another window. */
  const [takeOvers, setTakeOvers] = useState(0);
  const send = useCallback((input: Sent) => connection.current?.send(input), []);
  useEffect(() => {
    const handlers: ConnectionHandlers = {
      onLink: (next, why = '') => {
        setLink(next);
        setWhy(why);
        // The service measures each connection again.
        if (next === 'connecting') setReduced(false);
        if (next === 'over' || next === 'connected') void refresh('liveSessions');
      },
      onState: setState,
      onLatency: setLatency,
      onFrame: async (shown) => screen.current?.draw(shown),
      onMessage: (message) => {
        if (message.type === 'notice') toast.error(sentenceIn(message.message, language.get()));
        else if (message.type === 'download') toast.success(t('downloaded', { name: message.name }));
        else if (message.type === 'snapshot') toast.success(t('snapshot'));
        else if (message.type === 'quality') setReduced(message.isReduced);
        else if (message.type === 'slow') toast.error(t('slow'));
        else if (message.type === 'copied') void copy(message.text).catch(() => toast.error(t('notCopied')));
        else if (message.type === 'ended') void refresh('liveSessions');
      },
    };
    const opened = new Connection(ano, handlers, { takesOver: takeOvers > 0 });
    connection.current = opened;
    return () => opened.close();
  }, [ano, takeOvers, t]);
  const [isFull, toggleFull] = useFullScreen();
  const figures = useFigures(session, state, link === 'connected');
  const isNarrow = useIsNarrow();
  const hasStrip = isNarrow && figures.hasBegun;
  const { ahead } = session;
  const viewport = state?.viewport ?? liveViewports[session.device];
  return (
    <div className="attestations-session" data-device={session.device} data-full={isFull}>
      <Notice link={link} why={why} awayMs={session.awayMs} onTakeOver={() => setTakeOvers((count) => count + 1)} />
      <div className="attestations-session-browser">
        {state && <Bar state={state} send={send} />}
        <div className="attestations-session-stage">
          <Screen ref={screen} device={session.device} viewport={viewport} caret={state?.caret ?? null} send={send} />
          {!state && (
            <div className="attestations-session-wait" role="status">
              <p>{ahead === null ? t('starting') : ahead === 0 ? t('next') : t('queued', { count: ahead })}</p>
              <p className="secondary">{t('waitHint')}</p>
            </div>
          )}
        </div>
      </div>
      <Panel
        session={session}
        state={state}
        figures={figures}
        hasStrip={hasStrip}
        link={link}
        latencyMs={latencyMs}
        isReduced={isReduced}
        send={send}
        isFull={isFull}
        onFullScreen={toggleFull}
      />
      {hasStrip && <Strip ano={ano} figures={figures} link={link} latencyMs={latencyMs} />}
      {state?.chooser && <Chooser chooser={state.chooser} connection={connection} />}
      {state?.dialog && <Dialog key={state.dialog.text} dialog={state.dialog} send={send} />}
    </div>
  );
}

/**
 * Covers the site with the session, in full screen where the browser has one. The whole document is shown in full
 * screen, because dialogs and notices are outside of the session's element.
 */
function useFullScreen(): [boolean, () => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
  const toggle = () => {
    setFull(!isFull);
    if (document.fullscreenElement) void document.exitFullscreen();
    // Phones may have no full screen for pages.
    else if (!isFull) document.documentElement.requestFullscreen?.().catch(() => {});
  };
  return [isFull, toggle];
}

/**
 * @throws Error if the browser doesn't allow it: it does only over HTTPS or on this machine, and only shortly after a
 * key press
 */
async function copy(selected: string): Promise<void> {
  if (selected) await navigator.clipboard.writeText(selected);
}

interface NoticeProps {
  link: Link;
  why: string;
  awayMs: number;
  onTakeOver: () => void;
}

function Notice({ link, why, awayMs, onTakeOver }: NoticeProps) {
  const t = useWords();
  if (link === 'lost')
    return <Alert type="warning" showIcon title={t('lost', { seconds: Math.round(awayMs / 1000) })} />;
  if (link === 'signed-out') return <Alert type="error" showIcon title={t('signedOut')} />;
  if (link === 'refused') return <Alert type="error" showIcon title={why} />;
  if (link !== 'taken' && link !== 'held') return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t(link)}
      action={
        <Button size="small" onClick={onTakeOver}>
          {t('takeOver')}
        </Button>
      }
    />
  );
}

/** A dialog of the page, which waits for the user's answer. */
function Dialog({ dialog, send }: { dialog: NonNullable<State['dialog']>; send: (input: Sent) => void }) {
  const t = useWords();
  const [typed, type] = useState(dialog.defaultText);
  const answer = (accept: boolean) => send({ type: 'dialog', accept, text: typed });
  return (
    <Modal
      open
      title={t(dialog.kind === 'beforeunload' ? 'leave' : 'says', { host: URL.parse(dialog.url)?.host ?? '' })}
      okText={t('ok')}
      cancelText={t('cancel')}
      cancelButtonProps={{ hidden: dialog.kind === 'alert' }}
      onOk={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p className="attestations-session-dialog-text">{dialog.text}</p>
      {dialog.kind === 'prompt' && <Input value={typed} onChange={({ target }) => type(target.value)} />}
    </Modal>
  );
}
