import { message } from '@proofkeep/contract';
import { setCookies } from '../browser/cookies.ts';
import { openBrowser } from '../browser/host.ts';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import { emulateWindow, emulationFor, presentEverywhere } from '../page/emulation.ts';
import { FrameSessions } from '../page/frames.ts';
import { MainDocument } from '../page/main-document.ts';
import { Page } from '../page/page.ts';
import { watchCertificates } from '../page/tls-errors.ts';
import { watchPage, watchWindows } from '../page/watch.ts';
import { startClock } from '../record/clock.ts';
import { createRecorder } from '../record/recorder.ts';
import { done, type Step } from './step.ts';

/** Starts the capture's own browser; the recorder attaches before any page could send a request. */
export const launch: Step = {
  name: 'launch',
  limitMs: 30_000,
  needs: 'nothing',
  fatal: 'BROWSER_FAILED',
  async run(capture) {
    startClock(capture);
    await startBrowser(capture);
    const { job, tempDir } = capture;
    const lease = capture.lease.get();
    const emulation = capture.emulation.set(emulationFor(lease, job));
    presentEverywhere(lease.bus, emulation);
    const isHeld = job.session ? () => false : watchWindows(capture);
    capture.rejectedCertificates.set(watchCertificates(lease.bus));

    const recorder = capture.recorder.set(
      createRecorder(lease.bus, {
        tempDir,
        downloadDir: lease.profileDir,
        limits: job.limits,
        connections: () => capture.egress.get().connections(),
        ask: (question) => capture.egress.get().ask(question),
        isHeld,
      }),
    );
    recorder.onLimit(() => capture.reachLimit(message('limit.requests', { count: job.limits.requests })));
    await recorder.attach();
    const { sessionId, targetId } = await recorder.mainPage();
    // A page's target id equals the id of its main frame.
    const page = capture.page.set(new Page(lease.bus, sessionId, targetId));
    capture.document.set(new MainDocument(page));
    capture.frames.set(new FrameSessions(page));
    if (!job.session) watchPage(capture);
    await Promise.all([
      page.send('Page.enable'),
      page.send('Inspector.enable'),
      page.send('Security.enable'),
      emulateWindow(page, emulation),
    ]);
    // Before `inspect`, whose report says that the browser had cookies.
    await setCookies(page, job.cookies, capture.url.get());
    return done(message('browser.version', { version: lease.version }));
  },
};

async function startBrowser(capture: Capture): Promise<void> {
  const { job, config } = capture;
  const lease = await openBrowser({
    egress: capture.egress.get(),
    limits: job.limits,
    locale: job.locale,
    viewport: job.viewport,
    tls: job.tls,
    executable: config.CHROMIUM_PATH,
    folder: capture.folder,
    trustSpki: config.CAPTURE_TRUST_SPKI,
  });
  capture.lease.set(lease);
  void lease.exited.then(({ why }) => {
    if (why !== 'closed') capture.interrupt(endOfBrowser(why, capture));
  });
  // The capture may have been aborted while the browser started; nothing else would end the browser.
  if (capture.interruption) await lease.kill();
}

function endOfBrowser(why: 'crashed' | 'memory', capture: Capture): CaptureError {
  const megabytes = Math.round(capture.job.limits.memoryBytes / 2 ** 20);
  return why === 'memory'
    ? new CaptureError('MEMORY_EXCEEDED', message('browser.memory', { megabytes }))
    : new CaptureError('BROWSER_FAILED', message('browser.ended'));
}
