import { calls, type DeviceRecordingDetail } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { linkTo } from '../../api/ask.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('player', text);

/** Plays the segments in sequence; each is a separate playable file. */
export function Player({ recording: { id, list } }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  const present = list.filter(({ storedAt }) => storedAt !== null);
  const [at, setAt] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const segment = present[Math.min(at, present.length - 1)];
  if (!segment) return <p className="secondary">{t('nothing')}</p>;
  const turn = (to: number) => setAt(Math.max(0, Math.min(present.length - 1, to)));
  return (
    <div className="enforcer-player panel">
      <video
        key={segment.n}
        src={linkTo(calls.enforcer.recordingSegment, { id, n: segment.n })}
        controls
        autoPlay={isRunning}
        playsInline
        preload="metadata"
        aria-label={t('segment', { n: segment.n })}
        onPlay={() => setRunning(true)}
        onPause={({ currentTarget }) => setRunning(currentTarget.ended)}
        onEnded={() => turn(at + 1)}
      >
        <track kind="captions" />
      </video>
      <div className="enforcer-turn">
        <Button disabled={at === 0} onClick={() => turn(at - 1)}>
          {t('previous')}
        </Button>
        <span role="status" className="numbers">
          {t('of', { n: segment.n, count: list.at(-1)?.n ?? 0 })}
        </span>
        <Button disabled={at >= present.length - 1} onClick={() => turn(at + 1)}>
          {t('next')}
        </Button>
      </div>
    </div>
  );
}
