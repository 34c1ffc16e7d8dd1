import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import { linkTo } from '../../../api/ask.ts';
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

/** Plays the playback copy; the browser requests only the ranges that it shows. */
export function Video({ ref, src }: { ref: Ref<Player>; src: string }) {
  const t = useWords();
  const video = useRef<HTMLVideoElement>(null);
  useImperativeHandle(ref, () => ({
    seek(atMs) {
      if (!video.current) return;
      video.current.currentTime = atMs / 1000;
      video.current.scrollIntoView({ block: 'nearest' });
    },
  }));
  return (
    // biome-ignore lint/a11y/useMediaCaption: the recording has no sound
    <video
      ref={video}
      src={src}
      controls
      muted
      playsInline
      preload="metadata"
      className="attestations-session-result-video"
      aria-label={t('video')}
    />
  );
}

/** All actions and events; each entry leads to its moment in the video. */
export function Events({ ano, onSeek }: { ano: string; onSeek: (atMs: number) => void }) {
  const t = useWords();
  const { data } = useQuery({
    queryKey: ['live-events', ano],
    queryFn: async ({ signal }) => {
      const src = linkTo(calls.attestations.file, { ano, path: 'data/events.jsonl' });
      const response = await fetch(src, { credentials: 'include', signal });
      return response.ok ? response.text() : '';
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const events = useMemo(() => shownEvents(data ?? ''), [data]);
  return (
    <section aria-label={t('events')} className="attestations-session-result-events">
      <h2>{t('events')}</h2>
      <ol>
        {events.map((event) => (
          <li key={event.n}>
            <button type="button" className="attestations-row-button" onClick={() => onSeek(event.atMs)}>
              <span className="numbers secondary">{clock(event.atMs)}</span> <EventText event={event} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** An event as a sentence. */
function EventText({ event: { kind, detail } }: { event: RecordedEvent }) {
  const t = useEventWords();
  return <span>{t(kind, { detail })}</span>;
}
