import { CameraOutlined, DownloadOutlined } from '@ant-design/icons';
import { calls, type LiveSession, liveViewports } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { paths } from '../../../ui/address/paths.ts';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { amount, fileSize } from '../../../ui/words/formatters.ts';
import { Sentences } from '../../../ui/words/sentences.tsx';
import { words } from '../../../ui/words/words.ts';
import { clock } from './clock.ts';
import { Original } from './original.tsx';
import { Events, type Player, Video } from './playback.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-result', text);

/** Video and events side by side, and everything else that was recorded. Reads the parts of the bundle. */
export function Result({ session }: { session: LiveSession }) {
  const t = useWords();
  const { facts, attestation, time, playback } = session;
  const player = useRef<Player>(null);
  const seek = (atMs: number) => player.current?.seek(atMs);
  if (!facts) return null;
  const { ano } = attestation;
  const file = (path: string) => linkTo(calls.attestations.file, { ano, path: `data/${path}` });
  return (
    <>
      <p>
        <Sentences>
          {t(facts.endedBecause, { duration: clock(time.usedMs) })}
          {facts.unanswered !== undefined && t('gathered')}
          {facts.endedBecause === 'lost' && t('endClock')}
          {(facts.unanswered ?? 0) > 0 && t('unanswered', { count: facts.unanswered ?? 0 })}
          {attestation.state === 'succeeded' &&
            t('charged', { minutes: time.chargedMinutes, amount: amount(time.amountCents) })}
        </Sentences>
      </p>
      <div className="attestations-session-result">
        <section aria-label={t('video')}>
          {playback ? (
            <Video ref={player} src={playback} size={liveViewports[facts.device]} />
          ) : (
            <Original ref={player} ano={ano} durationMs={time.usedMs} />
          )}
          <p className="secondary">{t(playback ? 'derived' : 'original')}</p>
          <p className="actions">
            <LinkButton to={paths.attestation(ano)}>{t('proofs')}</LinkButton>
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
        {facts.morePages !== undefined && <p className="secondary">{t('morePages', { count: facts.morePages })}</p>}
      </section>
      {facts.snapshots.length > 0 && (
        <Part name="snapshots" title={t('snapshots')} icon={<CameraOutlined aria-hidden />}>
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
        </Part>
      )}
      {facts.downloads.length > 0 && (
        <Part name="downloads" title={t('downloads')} icon={<DownloadOutlined aria-hidden />}>
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
        </Part>
      )}
    </>
  );
}

interface PartProps {
  name: string;
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

const Part = ({ name, title, icon, children }: PartProps) => (
  <section aria-labelledby={`live-${name}`}>
    <h2 id={`live-${name}`}>
      {icon} {title}
    </h2>
    {children}
  </section>
);
