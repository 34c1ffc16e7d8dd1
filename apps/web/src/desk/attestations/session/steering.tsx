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
import { Panel } from './panel.tsx';
import { Screen, type ScreenHandle } from './screen.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-steering', text);
type State = Extract<LiveOutput, { type: 'state' }>;

/** The remote browser, while the session waits or runs. */
export function Steering({ session }: { session: LiveSession }) {
  const t = useWords();
  const { ano } = session.attestation;
  const frame = useRef<HTMLDivElement>(null);
  const screen = useRef<ScreenHandle>(null);
  const connection = useRef<Connection>(null);
  const [link, setLink] = useState<Link>('connecting');
  const [why, setWhy] = useState('');
  const [state, setState] = useState<State | null>(null);
  const [latencyMs, setLatency] = useState<number | null>(null);
  /** How often the user asked to take over from another window. */
  const [takeOvers, setTakeOvers] = useState(0);
  const send = useCallback((input: Sent) => connection.current?.send(input), []);
  useEffect(() => {
    const handlers: ConnectionHandlers = {
      onLink: (next, why = '') => {
        setLink(next);
        setWhy(why);
        if (next === 'over' || next === 'connected') void refresh('liveSessions');
      },
      onState: setState,
      onLatency: setLatency,
      onFrame: async (shown) => screen.current?.draw(shown),
      onMessage: (message) => {
        if (message.type === 'notice') toast.error(sentenceIn(message.message, language.get()));
        else if (message.type === 'download') toast.success(t('downloaded', { name: message.name }));
        else if (message.type === 'snapshot') toast.success(t('snapshot'));
        else if (message.type === 'slow') toast.error(t('slow'));
        else if (message.type === 'copied') void copy(message.text);
        else if (message.type === 'ended') void refresh('liveSessions');
      },
    };
    const opened = new Connection(ano, handlers, { takesOver: takeOvers > 0 });
    connection.current = opened;
    return () => opened.close();
  }, [ano, takeOvers, t]);
  const { ahead } = session;
  const viewport = state?.viewport ?? liveViewports[session.device];
  return (
    <div className="attestations-session" ref={frame} data-device={session.device}>
      <Notice link={link} why={why} onTakeOver={() => setTakeOvers((count) => count + 1)} />
      <div className="attestations-session-browser">
        {state && <Bar state={state} send={send} />}
        <div className="attestations-session-stage">
          <Screen ref={screen} device={session.device} viewport={viewport} caret={state?.caret ?? null} send={send} />
          {!state && (
            <div className="attestations-session-wait" role="status">
              <p>{ahead === null ? t('starting') : t('queued', { count: ahead })}</p>
              <p className="secondary">{t('waitHint')}</p>
            </div>
          )}
        </div>
      </div>
      <Panel
        session={session}
        state={state}
        link={link}
        latencyMs={latencyMs}
        send={send}
        onFullScreen={() => void frame.current?.requestFullscreen?.()}
      />
      {state?.chooser && <Chooser chooser={state.chooser} connection={connection} />}
      {state?.dialog && <Dialog key={state.dialog.text} dialog={state.dialog} send={send} />}
    </div>
  );
}

/** Browsers let a page write the clipboard only shortly after a key press. */
async function copy(selected: string): Promise<void> {
  if (selected) await navigator.clipboard?.writeText(selected).catch(() => {});
}

function Notice({ link, why, onTakeOver }: { link: Link; why: string; onTakeOver: () => void }) {
  const t = useWords();
  if (link === 'lost') return <Alert type="warning" showIcon title={t('lost')} />;
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
