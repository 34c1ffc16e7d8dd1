import { liveLimits, message } from '@proofkeep/contract';
import { CaptureError } from '../capture-error.ts';
import { LiveSession } from '../session/live-session.ts';
import { cut, done, type Step } from './step.ts';

/** Time for the last picture and for completing the files. */
const endingMs = 60_000;

/** Lets the user control the browser and records it, until the user or the browser ends it. */
export const steer: Step = {
  name: 'steer',
  limitMs: liveLimits.longestMinutes * 60_000 + endingMs,
  // Needs only the recorder: if the browser ends, the session ends in good order, with everything recorded so far.
  needs: 'record',
  fatal: 'INTERNAL',
  async run(capture) {
    if (!capture.job.session) throw new Error('The job is no session.');
    if (capture.interruption) throw capture.interruption;
    const session = new LiveSession(capture, capture.job.session);
    capture.session.set(session);
    const { because, durationMs } = await session.run();
    const { frames, events, chunks } = session.recording.counts;
    if (frames === 0 || !session.lastFrame) throw new CaptureError('BROWSER_FAILED', message('recording.empty'));
    await capture.sink.put('thumbnail', 'thumbnail.jpg', 'image/jpeg', session.lastFrame);
    const front = session.pages.find(({ title }) => title !== '');
    capture.title = front?.title ?? null;
    capture.ending = { because, durationMs };
    const said = message(`session.${because}`, { seconds: Math.round(durationMs / 1000), frames, events, chunks });
    return because === 'browser' || because === 'size' ? cut(said) : done(said);
  },
};
