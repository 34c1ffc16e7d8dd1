import { CaptureJob, type ProfileCookie } from '@proofkeep/contract';
import type { NodeOptions } from './options.ts';
import type { QueuedCapture } from './store.ts';

/** Returns a capture's job in the form sent to its node; unsuccessful if nodes of this release can't parse it. */
export function offeredJob(
  o: Pick<NodeOptions, 'egressAllow' | 'ownHosts'>,
  { ano, url, job, cookies }: QueuedCapture & { cookies?: readonly ProfileCookie[] | undefined },
) {
  // Not for the node: linked pages are submitted after sealing, and the profile's cookies are passed as `cookies`.
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
