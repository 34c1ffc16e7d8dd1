import type { JobHandlers } from '../../jobs/jobs.ts';
import { type BundleDeps, makeBundle } from './make-bundle.ts';

export const deedJobs = (deps: BundleDeps): Pick<JobHandlers, 'bundle-matter'> => ({
  'bundle-matter': ({ matterId }) => makeBundle(deps, matterId),
});
