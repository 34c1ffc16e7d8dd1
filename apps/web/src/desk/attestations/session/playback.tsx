import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { dataOf, linkTo } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Alert } from '../../../ui/plain/alert.tsx';
import { Button } from '../../../ui/plain/button.tsx';
import { words } from '../../../ui/words/words.ts';
import { clock } from './clock.ts';
import { type RecordedEvent, shownEvents } from './events.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-result', text);
const useEventWords = words('session-events', text);

/** A player of a recording. */
export interface Player {
  /** Shows a moment and scrolls to it. */
  seek(atMs: number): void;
}

interface VideoProps {
  ref: Ref<Player>;
  src: string;
  /** Size of the picture, so that the page doesn't move when the video has loaded. */
  size: { width: number; height: number };
}

/** Plays the playback copy; the browser requests only the ranges that it shows. */
export function Video({ ref, src, size }: VideoProps) {
  const t = useWords();
  const video = useRef<HTMLVideoElement>(null);
  /** `waiting`: the browser, to save data, loads nothing before the user plays it. */
  const [phase, setPhase] = useState<'loading' | 'waiting' | 'loaded' | 'failed'>('loading');
  /** Where a video that failed goes on after a retry. */
  const atSeconds = useRef(0);
  useImperativeHandle(ref, () => ({
    seek(atMs) {
      atSeconds.current = atMs / 1000;
      if (!video.current) return;
      video.current.currentTime = atSeconds.current;
      video.current.scrollIntoView({ block: 'nearest' });
    },
  }));
  const retry = () => {
    setPhase('loading');
    // Notices an expired session, too.
    void refresh('liveSessions');
    video.current?.load();
    if (video.current) video.current.currentTime = atSeconds.current;
  };
  return (
    <div className="attestations-session-result-player">
      {phase === 'failed' && (
        <Alert kind="error" title={t('videoFailed')} action={<Button onClick={retry}>{t('again')}</Button>}>
          <p className="secondary">{t('videoKept')}</p>
        </Alert>
      )}
      <div className="attestations-session-result-picture">
        {/* biome-ignore lint/a11y/useMediaCaption: the recording has no sound */}
        <video
          ref={video}
          {...size}
          src={src}
          controls
          muted
          playsInline
          preload="metadata"
          className="attestations-session-result-video"
          aria-label={t('video')}
          onLoadedMetadata={() => setPhase('loaded')}
          onSuspend={() => setPhase((now) => (now === 'loading' ? 'waiting' : now))}
          onTimeUpdate={({ currentTarget }) => {
            atSeconds.current = currentTarget.currentTime;
          }}
          onError={() => setPhase('failed')}
        />
        {phase === 'loading' && <p role="status">{t('videoLoading')}</p>}
      </div>
    </div>
  );
}

/** All actions and events; each entry leads to its moment in the video. */
export function Events({ ano, onSeek }: { ano: string; onSeek: (atMs: number) => void }) {
  const t = useWords();
  const src = linkTo(calls.attestations.file, { ano, path: 'data/events.jsonl' });
  const { data, error, refetch } = useQuery({
    queryKey: ['live-events', ano],
    queryFn: async ({ signal }) => {
      const response = await fetch(src, { credentials: 'include', signal });
      // A refusal comes in an envelope.
      if (!response.ok) await dataOf(response, calls.attestations.file);
      return response.text();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { events, more } = useMemo(() => shownEvents(data ?? ''), [data]);
  return (
    <section aria-label={t('events')} className="attestations-session-result-events">
      <h2>{t('events')}</h2>
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <ol>
        {events.map((event) => (
          <li key={event.n}>
            <button type="button" className="attestations-row-button" onClick={() => onSeek(event.atMs)}>
              <span className="numbers secondary">{clock(event.atMs)}</span> <EventText event={event} />
            </button>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <p className="secondary">
          {t('moreEvents', { count: more })} <a href={src}>{t('allEvents')}</a>
        </p>
      )}
    </section>
  );
}

/** An event as a sentence. */
function EventText({ event: { kind, detail } }: { event: RecordedEvent }) {
  const t = useEventWords();
  return <span>{t(kind, { detail })}</span>;
}
