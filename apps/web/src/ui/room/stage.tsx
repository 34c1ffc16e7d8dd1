import './room.css';
import type { RoomPerson } from '@proofkeep/contract';
import { type ReactNode, useState } from 'react';
import { Alert } from '../plain/alert.tsx';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import { DeviceSelects } from './device-selects.tsx';
import { isReached } from './peer.ts';
import type { Other, RoomClient, RoomEnd, RoomView } from './room-client.ts';
import { troublesOf } from './troubles.ts';
import { Video } from './video.tsx';
import type { OpenMedia } from './with-media.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('room-stage', text);

interface Props {
  client: RoomClient | null;
  view: RoomView;
  media: OpenMedia;
  onLeave: () => void;
  /** What to do if there is no connection to another person. */
  unreachedHelp: ReactNode;
  /** Extra buttons, beside those of the devices. */
  children?: ReactNode;
}

/** Shows everyone present, with picture, sound and connection quality, and the device buttons. */
export function Stage({ client, view, media, onLeave, unreachedHelp, children }: Props) {
  const t = useWords();
  const { me, others, state, isConnected, end, isRecorded } = view;
  const [isChoosing, setChoosing] = useState(false);
  if (end) return <Ended client={client} end={end} onLeave={onLeave} />;
  const { unreached, silent } = troublesOf(view);
  const namesOf = (people: readonly Other[]) => people.map(({ name }) => name).join(t('and'));
  const reconnect = <Button onClick={() => client?.retry()}>{t('retry')}</Button>;
  return (
    <div className="room-stage">
      {unreached.length > 0 && (
        <Alert kind="error" title={t('unreached', { names: namesOf(unreached) })} action={reconnect}>
          {unreachedHelp}
        </Alert>
      )}
      {silent.length > 0 && (
        <Alert kind="error" title={t('unheard', { names: namesOf(silent) })} action={reconnect}>
          <p>{t('unheardHelp')}</p>
        </Alert>
      )}
      <div className="room-tiles" data-count={others.length + 1}>
        {others.map((other) => (
          <Tile key={`${other.id} ${other.connection}`} other={other} isOpen={state === 'open'} />
        ))}
        <figure className="room-tile" data-own>
          <Video stream={media.stream} isOwn />
          {me && !me.camera && <Cover name={me.name} />}
          {me && <Caption person={me} name={t('you', { name: me.name })} />}
        </figure>
      </div>
      <div className="room-notes" role="status">
        {state === 'open' && (
          <span className="room-recorded" data-is={isRecorded}>
            {t(isRecorded ? 'recorded' : 'notRecorded')}
          </span>
        )}
        {!isConnected && <span>{t('reconnecting')}</span>}
        {isConnected && others.length === 0 && <span>{t('alone')}</span>}
        {isConnected && state === 'waiting' && <span>{t('waiting')}</span>}
      </div>
      <div className="room-controls">
        <Switches client={client} stream={media.stream} />
        <Button aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
          {t('devices')}
        </Button>
        {children}
        <Button onClick={onLeave}>{t('leave')}</Button>
      </div>
      {isChoosing && (
        <div className="room-devices panel">
          <DeviceSelects stream={media.stream} used={media.used} onChoose={media.change} isExplicit />
        </div>
      )}
    </div>
  );
}

function Ended({ client, end, onLeave }: { client: RoomClient | null; end: RoomEnd; onLeave: () => void }) {
  const t = useWords();
  const isAgain = end === 'taken' || end === 'full' || end === 'refused';
  return (
    <div className="room-ended">
      <Alert kind="info" title={t(end)} />
      <div className="room-controls">
        {isAgain && <Button onClick={() => client?.retry()}>{t('here')}</Button>}
        <Button kind="primary" onClick={onLeave}>
          {t('leave')}
        </Button>
      </div>
    </div>
  );
}

function Tile({ other, isOpen }: { other: Other; isOpen: boolean }) {
  const t = useWords();
  const { stream, quality, name, camera } = other;
  // The stream is there before anything arrives.
  const isShown = stream !== null && isReached(quality);
  return (
    <figure className="room-tile" data-person={other.id}>
      {isShown && <Video stream={stream} label={name} />}
      {!(isShown && camera) && <Cover name={name} note={isOpen && !isShown && quality !== 'good' ? t(quality) : ''} />}
      <Caption person={other} name={name} />
      {isShown && quality !== 'good' && <span className="room-quality">{t(quality)}</span>}
    </figure>
  );
}

/** In place of a picture that isn't there. */
function Cover({ name, note = '' }: { name: string; note?: string }) {
  return (
    <div className="room-cover">
      <span className="room-initial" aria-hidden>
        {name.slice(0, 1)}
      </span>
      {note && <span>{note}</span>}
    </div>
  );
}

function Caption({ person, name }: { person: RoomPerson; name: string }) {
  const t = useWords();
  return (
    <figcaption>
      <strong>{name}</strong> <span>{t(person.role)}</span>
      {!person.camera && <span>{t('cameraOff')}</span>}
      {!person.microphone && <span>{t('microphoneOff')}</span>}
    </figcaption>
  );
}

/** Camera and microphone on and off. */
function Switches({ client, stream }: { client: RoomClient | null; stream: MediaStream }) {
  const t = useWords();
  // The tracks may already be off when "Continue here" shows the buttons again.
  const [media, setMedia] = useState(() => ({
    camera: stream.getVideoTracks().some(({ enabled }) => enabled),
    microphone: stream.getAudioTracks().some(({ enabled }) => enabled),
  }));
  const change = (part: Partial<typeof media>) => {
    const next = { ...media, ...part };
    setMedia(next);
    for (const track of stream.getTracks()) track.enabled = track.kind === 'video' ? next.camera : next.microphone;
    client?.setMedia(next);
  };
  return (
    <>
      <Button onClick={() => change({ microphone: !media.microphone })}>
        {t(media.microphone ? 'mute' : 'unmute')}
      </Button>
      <Button onClick={() => change({ camera: !media.camera })}>{t(media.camera ? 'hide' : 'show')}</Button>
    </>
  );
}
