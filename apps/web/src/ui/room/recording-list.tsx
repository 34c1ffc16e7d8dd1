import './room.css';
import type { RoomRecording } from '@proofkeep/contract';
import { useRef } from 'react';
import { Moment } from '../kit/moment.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('room-recordings', text);

interface Props {
  recordings: readonly RoomRecording[];
  linkOf: (recordingId: string) => string;
}

/** Recordings of a session, one for each person and rejoin, with their state. */
export function RecordingList({ recordings, linkOf }: Props) {
  const t = useWords();
  return (
    <ul className="room-recordings">
      {recordings.map(({ id, personName, mediaType, startedAt, sizeBytes, sha256, isComplete, isEmpty }) => (
        <li key={id}>
          {sha256 !== null && <Player src={linkOf(id)} label={personName} />}
          <p>
            <strong>{personName}</strong> <span className="secondary">{t('begun')}</span> <Moment at={startedAt} />
          </p>
          <p className="secondary numbers">
            {isEmpty ? t('empty') : t('size', { size: (sizeBytes / 2 ** 20).toFixed(1) })}
            {sha256 && (
              <>
                {' · '}
                <code title={sha256}>{sha256.slice(0, 12)}</code>
                {' · '}
                <a href={linkOf(id)} download={`${id}.${mediaType.replace('video/', '')}`}>
                  {t('download')}
                </a>
              </>
            )}
          </p>
          {sha256 === null && !isEmpty && <p className="secondary">{t('arriving')}</p>}
          {isComplete === false && !isEmpty && <p className="secondary">{t('incomplete')}</p>}
        </li>
      ))}
    </ul>
  );
}

/**
 * Nothing is fetched before the user plays it: the journal counts a fetch as played.
 * Recordings of browsers have no duration; the first play seeks to a far end to find it, then starts over.
 */
function Player({ src, label }: { src: string; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  const findEnd = () => {
    const element = video.current;
    if (!element || Number.isFinite(element.duration)) return;
    const startOver = () => {
      element.currentTime = 0;
      // The player pauses at the end.
      element.play().catch(() => {});
    };
    element.addEventListener('timeupdate', startOver, { once: true });
    element.currentTime = 1e7;
  };
  // biome-ignore lint/a11y/useMediaCaption: a recorded session has no captions
  return (
    <video
      ref={video}
      className="room-video"
      controls
      preload="none"
      src={src}
      aria-label={label}
      onLoadedMetadata={findEnd}
    />
  );
}
