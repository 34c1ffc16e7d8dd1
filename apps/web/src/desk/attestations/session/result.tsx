import { CameraOutlined, DownloadOutlined } from '@ant-design/icons';
import { calls, type LiveSession } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { paths } from '../../../ui/address/paths.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { amount, fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { type RecordedEvent, shownEvents } from './events.ts';
import { clock } from './panel.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-result', text);

/** Video and events beside each other, and everything else that was recorded. */
export function Result({ session }: { session: LiveSession }) {
  const t = useWords();
  const { facts, attestation, time, playback } = session;
  const video = useRef<HTMLVideoElement>(null);
  const seek = (atMs: number) => {
    if (!video.current) return;
    video.current.currentTime = atMs / 1000;
    video.current.scrollIntoView({ block: 'nearest' });
  };
  if (!facts) return null;
  const { ano } = attestation;
  const file = (path: string) => linkTo(calls.attestations.file, { ano, path: `data/${path}` });
  return (
    <>
      <p>
        {t(facts.endedBecause, { duration: clock(time.usedMs) })}{' '}
        {attestation.state === 'succeeded' &&
          t('charged', { minutes: time.chargedMinutes, amount: amount(time.amountCents) })}
      </p>
      <div className="attestations-session-result">
        <section aria-label={t('video')}>
          {playback ? <Video ref={video} src={playback} /> : <p className="secondary">{t('noVideo')}</p>}
          <p className="secondary">{t('derived')}</p>
          <p className="actions">
            <LinkButton to={paths.attestation(ano)} type="primary">
              {t('proofs')}
            </LinkButton>
            <a href={file('recording.mkv')}>{t('recording')}</a>
          </p>
        </section>
        <Events ano={ano} onSeek={seek} />
      </div>
      <section aria-labelledby="live-pages">
        <h2 id="live-pages">{t('pages')}</h2>
        <ol className="attestations-session-result-list">
          {facts.pages.map((page) => (
            <li key={`${page.atMs} ${page.tab} ${page.url}`}>
              <button
                type="button"
                onClick={() => seek(page.atMs)}
                className="attestations-session-result-time numbers"
              >
                {clock(page.atMs)}
              </button>
              <span>
                <strong>{page.title || page.url}</strong>
                <span className="secondary mono">{page.url}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
      {facts.snapshots.length > 0 && (
        <section aria-labelledby="live-snapshots">
          <h2 id="live-snapshots">
            <CameraOutlined aria-hidden /> {t('snapshots')}
          </h2>
          <ul className="attestations-session-result-pictures">
            {facts.snapshots.map(({ path, note, atMs }) => (
              <li key={path}>
                <a href={file(path)}>
                  <img src={file(path)} alt={note || t('snapshotAt', { at: clock(atMs) })} loading="lazy" />
                </a>
                <span>{note || t('snapshotAt', { at: clock(atMs) })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {facts.downloads.length > 0 && (
        <section aria-labelledby="live-downloads">
          <h2 id="live-downloads">
            <DownloadOutlined aria-hidden /> {t('downloads')}
          </h2>
          <ul className="attestations-session-result-list">
            {facts.downloads.map(({ path, name, sizeBytes, sha256 }) => (
              <li key={path}>
                <a href={file(path)} download={name}>
                  {name}
                </a>
                <span className="secondary numbers">{fileSize(sizeBytes)}</span>
                <Copyable text={sha256} what={t('digestOf', { name })} kept={10} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Loaded whole: only then every moment of it can be shown at once. */
function Video({ ref, src }: { ref: React.Ref<HTMLVideoElement>; src: string }) {
  const t = useWords();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const ending = new AbortController();
    let made: string | undefined;
    fetch(src, { credentials: 'include', signal: ending.signal })
      .then(async (response) => {
        if (!response.ok) return;
        made = URL.createObjectURL(await response.blob());
        setUrl(made);
      })
      .catch(() => {});
    return () => {
      ending.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [src]);
  if (!url) return <Skeleton rows={6} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the recording has no sound
    <video
      ref={ref}
      src={url}
      controls
      muted
      playsInline
      preload="auto"
      className="attestations-session-result-video"
      aria-label={t('video')}
    />
  );
}

function Events({ ano, onSeek }: { ano: string; onSeek: (atMs: number) => void }) {
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
            <button type="button" onClick={() => onSeek(event.atMs)}>
              <span className="numbers">{clock(event.atMs)}</span> <Event event={event} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Event({ event }: { event: RecordedEvent }) {
  const t = useWords();
  return (
    <span>
      {t(`event-${event.kind}` as Parameters<typeof t>[0])}
      {event.detail && <span className="secondary"> {event.detail}</span>}
      {event.isMasked && <span className="secondary"> {t('masked')}</span>}
    </span>
  );
}
