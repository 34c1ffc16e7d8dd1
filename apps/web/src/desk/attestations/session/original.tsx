import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { type RecordedFrame, RecordingChunk, recordedFrames } from '@proofkeep/bundle';
import { calls } from '@proofkeep/contract';
import { Button } from 'antd';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { ApiError, isApiError } from '../../../api/api-error.ts';
import { dataOf, linkTo } from '../../../api/ask.ts';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { words } from '../../../ui/words/words.ts';
import { clock } from './clock.ts';
import type { Player } from './playback.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-result', text);

/** Chunks whose pictures are kept in memory: the current one and its neighbours. */
const mostKept = 4;

/** Reads the pictures of a recording from the store, chunk by chunk. */
function readerOf(ano: string) {
  const file = (path: string) => linkTo(calls.attestations.file, { ano, path: `data/${path}` });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(file(path), { credentials: 'include', headers }).catch(unreachable);
    // A refusal comes in an envelope.
    if (!response.ok) await dataOf(response, calls.attestations.file);
    return new Uint8Array(await response.arrayBuffer().catch(unreachable));
  };
  const kept = new Map<number, Promise<RecordedFrame[]>>();
  let chunks: Promise<RecordingChunk[]> | undefined;
  const readChunks = async () => {
    const lines = new TextDecoder()
      .decode(await get('chunks.jsonl'))
      .split('\n')
      .filter((line) => line !== '');
    return lines.map((line) => RecordingChunk.parse(JSON.parse(line)));
  };
  const readFrames = async ({ video: { offset, size } }: RecordingChunk) => {
    return recordedFrames(await get('recording.mkv', { range: `bytes=${offset}-${offset + size - 1}` }));
  };
  const framesOf = (chunk: RecordingChunk) => {
    const frames = kept.get(chunk.n) ?? readFrames(chunk);
    kept.delete(chunk.n);
    kept.set(chunk.n, frames);
    // A failed request is repeated by the next caller who needs the chunk.
    frames.catch(() => kept.get(chunk.n) === frames && kept.delete(chunk.n));
    for (const n of [...kept.keys()].slice(0, -mostKept)) kept.delete(n);
    return frames;
  };
  const loadChunks = () => {
    chunks ??= readChunks().catch((error: unknown) => {
      chunks = undefined;
      throw error;
    });
    return chunks;
  };
  return {
    /** The picture shown at a given time: the last one up to then. */
    async frameAt(atMs: number): Promise<RecordedFrame | undefined> {
      const all = (await loadChunks()).filter(({ frames }) => frames > 0);
      const at = Math.max(
        0,
        all.findLastIndex(({ fromMs }) => fromMs <= atMs),
      );
      const [before, here, next] = [all[at - 1], all[at], all[at + 1]];
      if (next) void framesOf(next).catch(() => {});
      const frames = here ? await framesOf(here) : [];
      const found = frames.findLast((frame) => frame.atMs <= atMs);
      if (found || !before) return found ?? frames[0];
      return (await framesOf(before)).at(-1);
    },
  };
}

const unreachable = (): never => {
  throw new ApiError('UNREACHABLE');
};

/** Plays the sealed recording itself, whose pictures are JPEG, if no playback copy was made. */
export function Original({ ref, ano, durationMs }: { ref: Ref<Player>; ano: string; durationMs: number }) {
  const t = useWords();
  const [read] = useState(() => readerOf(ano));
  const [atMs, setAtMs] = useState(0);
  const [isPlaying, play] = useState(false);
  const [drawnAtMs, setDrawnAtMs] = useState<number>();
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const steppedAt = useRef(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  useImperativeHandle(ref, () => ({
    seek(wantedMs) {
      setAtMs(Math.min(wantedMs, durationMs));
      canvas.current?.scrollIntoView({ block: 'nearest' });
    },
  }));
  useEffect(() => {
    let isLate = false;
    const show = async () => {
      const frame = await read.frameAt(atMs);
      if (isLate) return;
      if (frame) {
        const picture = await createImageBitmap(new Blob([frame.jpeg as BlobPart]));
        if (!isLate && canvas.current) draw(canvas.current, picture);
        picture.close();
      }
      if (!isLate) {
        setError(null);
        setDrawnAtMs(atMs);
      }
    };
    show().catch((failed: unknown) => {
      if (!isLate) setError(failed);
    });
    return () => {
      isLate = true;
    };
  }, [read, atMs, attempt]);
  useEffect(() => {
    // While a picture loads, the recording waits.
    if (!isPlaying || drawnAtMs !== atMs) return undefined;
    const timer = setTimeout(() => {
      const now = performance.now();
      const passedMs = Math.min(now - steppedAt.current, mostStepMs);
      steppedAt.current = now;
      setAtMs(Math.min(atMs + passedMs, durationMs));
    }, stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, drawnAtMs, atMs, durationMs]);
  useEffect(() => {
    if (atMs >= durationMs) play(false);
  }, [atMs, durationMs]);
  if (error && !isApiError(error)) return <p role="alert">{t('unplayable')}</p>;
  return (
    <div className="attestations-session-result-original">
      {error !== null && <ErrorPanel error={error} onRetry={() => setAttempt((made) => made + 1)} />}
      <canvas ref={canvas} className="attestations-session-result-video" role="img" aria-label={t('video')} />
      <div>
        <Button
          icon={isPlaying ? <PauseOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />}
          aria-label={t(isPlaying ? 'pause' : 'play')}
          onClick={() => {
            if (atMs >= durationMs) setAtMs(0);
            steppedAt.current = performance.now();
            play(!isPlaying);
          }}
        />
        <input
          type="range"
          min={0}
          max={durationMs}
          step={100}
          value={Math.round(atMs)}
          aria-label={t('position')}
          aria-valuetext={clock(atMs)}
          onChange={({ target }) => setAtMs(Number(target.value))}
        />
        <span className="numbers secondary">
          {clock(atMs)} / {clock(durationMs)}
        </span>
      </div>
    </div>
  );
}

const stepMs = 100;
/** A longer step would skip pictures that were shown while another one loaded. */
const mostStepMs = 400;

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
}
