import { calls, type NotaryRoom, videoRoomStateTable } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Popconfirm } from 'antd';
import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { isReached } from '../../ui/room/peer.ts';
import { Stage } from '../../ui/room/stage.tsx';
import { useRoom } from '../../ui/room/use-room.ts';
import { type OpenMedia, WithMedia } from '../../ui/room/with-media.tsx';
import { words } from '../../ui/words/words.ts';
import { Panel } from './panel.tsx';
import { canRecord, type RecorderState, SessionRecorder } from './recorder.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-room', text);

interface Props {
  id: string;
  room: NotaryRoom;
  onChanged: () => Promise<void>;
  onLeave: () => void;
}

/** The open room, as the notary sees it. */
export function Inside(props: Props) {
  return <WithMedia>{(media) => <Running {...props} media={media} />}</WithMedia>;
}

/** Unsent pieces stay in this browser and are sent at the next visit. */
const leavingMs = 10_000;
const atRest: RecorderState = { running: [], missing: [], unsent: 0, hasProblem: false };

function Running({ id, room, media, onChanged, onLeave }: Props & { media: OpenMedia }) {
  const t = useWords();
  const { stream } = media;
  const { client, view } = useRoom(() => ask(calls.consoleVideoRooms.notaryRoomTicket, { id }), stream);
  const [recorded, setRecorded] = useState(atRest);
  const [recorder] = useState(() => new SessionRecorder(id, setRecorded));
  const { others, end: ended } = view;
  const state = view.isConnected ? view.state : room.state;
  const allowed = videoRoomStateTable.allowed(state, 'notary');
  useEffect(() => () => recorder.close(), [recorder]);
  useEffect(() => {
    // Once another window has taken over, it records.
    if (state !== 'open' || ended !== null) return recorder.record(new Map());
    const remote = others.flatMap((one) =>
      one.stream && isReached(one.quality) ? [[one.id, one.stream] as const] : [],
    );
    recorder.record(new Map([['notary', stream], ...remote]));
  }, [recorder, state, ended, others, stream]);
  const people = recorded.running.length;
  /** People in the room, including those without a connection; the last known number while the service is out of reach. */
  const [present, setPresent] = useState(1);
  if (view.isConnected && present !== others.length + 1) setPresent(others.length + 1);
  const isEveryone = people > 0 && recorded.missing.length === 0 && people >= present;
  const isRecorded = isEveryone && view.isConnected;
  useEffect(() => client?.sendRecording(isRecorded), [client, isRecorded]);
  const begin = useMutation({ mutationFn: () => ask(calls.consoleVideoRooms.openRoom, { id }), onSuccess: onChanged });
  const end = useMutation({
    mutationFn: async () => {
      // The service accepts the last pieces after the end. If it refuses to end the session, recording goes on.
      await ask(calls.consoleVideoRooms.endRoom, { id });
      await recorder.finish();
    },
    onSuccess: async () => {
      await onChanged();
      onLeave();
    },
  });
  const leave = useMutation({
    mutationFn: () => Promise.race([recorder.finish(), new Promise((resolve) => setTimeout(resolve, leavingMs))]),
    onSettled: async () => {
      await onChanged();
      onLeave();
    },
  });
  const wouldLose = people > 0 || recorded.unsent > 0;
  useEffect(() => {
    if (!wouldLose) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [wouldLose]);
  return (
    <div className="console-room-inside">
      <div className="console-room-stage">
        {!canRecord() && <Alert type="error" showIcon title={t('unsupported')} description={t('unsupportedHint')} />}
        {recorded.hasProblem && <Alert type="error" showIcon title={t('problem')} description={t('problemHint')} />}
        <Stage
          client={client}
          view={{ ...view, isRecorded }}
          media={media}
          onLeave={() => leave.mutate()}
          unreachedHelp={<p>{t('unreachedHelp')}</p>}
        >
          {allowed.includes('open') && (
            <Button type="primary" disabled={!canRecord()} loading={begin.isPending} onClick={() => begin.mutate()}>
              {t('begin')}
            </Button>
          )}
          {allowed.includes('end') && (
            <Popconfirm title={t('endTitle')} description={t('endHint')} onConfirm={() => end.mutate()}>
              <Button danger loading={end.isPending}>
                {t('end')}
              </Button>
            </Popconfirm>
          )}
        </Stage>
        <p className="secondary numbers" role="status">
          {leave.isPending
            ? t('leaving')
            : isEveryone
              ? t('running', { count: people, unsent: recorded.unsent })
              : people > 0
                ? t('partly', { people, all: present })
                : t('resting')}
        </p>
      </div>
      <Panel id={id} isOpen={state === 'open'} ownTime={() => recorder.own} />
    </div>
  );
}
