import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '@proofkeep/contract';
import { done, type Step, skipped } from './step.ts';

const limitMs = 15 * 60_000;
/** While a node is being stopped, the recording itself must still be handed in. */
const hurriedMs = 15_000;

/** Makes a copy of the recording that browsers play. It is derived: the recording itself is the evidence. */
export const playback: Step = {
  name: 'playback',
  limitMs,
  needs: 'record',
  async run(capture, { signal }) {
    if (!capture.ending) return skipped(message('step.nothing-recorded'));
    const copy = join(capture.tempDir, 'playback.mp4');
    const { width, height } = capture.job.viewport;
    const isHurried = capture.ending.because === 'node';
    const code = await transcode(join(capture.workDir, 'recording.mkv'), copy, {
      width,
      height,
      signal: isHurried ? AbortSignal.any([signal, AbortSignal.timeout(hurriedMs)]) : signal,
    });
    if (code !== 0) return skipped(message('playback.failed'));
    const writer = capture.sink.open('playback', 'derived/playback.mp4', 'video/mp4');
    for await (const chunk of createReadStream(copy, { highWaterMark: 2 ** 20 }))
      await writer.write(chunk as Uint8Array);
    await writer.close();
    await rm(copy);
    return done();
  },
};

/** Frames keep their times. @returns ffmpeg's exit code; null if there is no ffmpeg, or it was ended */
function transcode(
  from: string,
  to: string,
  { width, height, signal }: { width: number; height: number; signal: AbortSignal },
): Promise<number | null> {
  const fitted = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1,format=yuv420p`;
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-protocol_whitelist',
    'file',
    '-f',
    'matroska',
    '-copyts',
    '-i',
    from,
    '-an',
    '-sn',
  ];
  const coding = [
    '-vf',
    fitted,
    '-fps_mode',
    'vfr',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '27',
    '-g',
    '150',
  ];
  return new Promise((resolve) => {
    const child = spawn('ffmpeg', [...args, ...coding, '-movflags', '+faststart', '-y', to], {
      stdio: ['ignore', 'ignore', 'inherit'],
      signal,
    });
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code));
  });
}
