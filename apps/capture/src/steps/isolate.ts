import { checkUrl, parseAllowed } from '@proofkeep/egress';
import { CaptureError } from '../capture-error.ts';
import { openEgress } from '../egress/guard.ts';
import { systemResolver } from '../egress/resolver.ts';
import { done, type Step } from './step.ts';

/** Opens the egress proxy. Rejects a URL that is not permitted before anything starts. */
export const isolate: Step = {
  name: 'isolate',
  limitMs: 10_000,
  needs: 'nothing',
  fatal: 'ISOLATION_FAILED',
  async run(capture) {
    const { job, config } = capture;
    const allowed = parseAllowed(job.egressAllow);
    if (job.session && job.url === 'about:blank') capture.url.set(new URL(job.url));
    else {
      const checked = checkUrl(job.url, allowed);
      if (!checked.ok) throw new CaptureError('URL_REFUSED', checked.message);
      capture.url.set(checked.url);
    }

    const resolve = systemResolver(config.CAPTURE_HOSTS);
    const egress = capture.egress.set(
      openEgress({ allowed, ownHosts: job.ownHosts, maxBytes: job.limits.bytes, resolve }),
    );
    egress.onLimit((said) => capture.reachLimit(said));
    return done();
  },
};
