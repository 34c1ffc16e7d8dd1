import './room.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('room-video', text);

interface Props {
  stream: MediaStream;
  /** One's own picture: mirrored, and without sound. */
  isOwn?: boolean;
  label?: string;
}

/** Plays the incoming picture and sound of one person. */
export function Video({ stream, isOwn = false, label }: Props) {
  const t = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const play = useCallback(() => {
    video.current?.play().then(
      () => setBlocked(false),
      // Browsers refuse to play sound before the first touch or click, as after a reload.
      (error: DOMException) => setBlocked(error.name === 'NotAllowedError'),
    );
  }, []);
  useEffect(() => {
    if (!video.current) return;
    video.current.srcObject = stream;
    play();
  }, [stream, play]);
  return (
    <>
      <video
        ref={video}
        className="room-video"
        data-own={isOwn}
        autoPlay
        playsInline
        muted={isOwn}
        aria-label={label}
      />
      {isBlocked && (
        <div className="room-cover">
          <Button kind="primary" onClick={play}>
            {t('play')}
          </Button>
        </div>
      )}
    </>
  );
}
