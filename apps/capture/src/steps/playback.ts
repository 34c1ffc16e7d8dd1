import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodePlayback } from '@proofkeep/capture-process';
import { message } from '@proofkeep/contract';
import { recordingFiles } from '../session/recording-files.ts';
import { done, type Step, skipped } from './step.ts';

const limitMs = 15 * 60_000;
/** When a node is stopped, it must still deliver the recording itself. */
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
    const isWhole = await encodePlayback(createReadStream(join(capture.workDir, recordingFiles.video)), copy, {
      width,
      height,
      signal: isHurried ? AbortSignal.any([signal, AbortSignal.timeout(hurriedMs)]) : signal,
    });
    if (!isWhole) return skipped(message('playback.failed'));
    const writer = capture.sink.open('playback', 'derived/playback.mp4', 'video/mp4');
    for await (const chunk of createReadStream(copy, { highWaterMark: 2 ** 20 }))
      await writer.write(chunk as Uint8Array);
    await writer.close();
    await rm(copy);
    return done();
  },
};
