import { CaptureJob, type ProfileCookie } from '@proofkeep/contract';
import type { NodeOptions } from './options.ts';
import type { QueuedCapture } from './store.ts';

/** The job of a capture as its node gets it; without success nodes of this release don't understand it. */
export function offeredJob(
  o: Pick<NodeOptions, 'egressAllow' | 'ownHosts'>,
  { ano, url, job, cookies }: QueuedCapture & { cookies?: readonly ProfileCookie[] | undefined },
) {
  // How many linked pages are submitted once the page is sealed is no matter of the node.
  const { linkedPages: _linked, cookieProfileId: _profile, ...ofNode } = job;
  return CaptureJob.safeParse({
    ...ofNode,
    ...(cookies && { cookies }),
    captureId: ano,
    url,
    egressAllow: o.egressAllow,
    ownHosts: o.ownHosts,
  });
}
