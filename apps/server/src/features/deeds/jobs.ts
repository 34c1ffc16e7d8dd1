import type { JobHandlers } from '../../jobs/jobs.ts';
import { type BundleDeps, makeBundle, resumeBundles } from './make-bundle.ts';

export const deedJobs = (deps: BundleDeps): Pick<JobHandlers, 'bundle-matter' | 'resume-bundles'> => ({
  'bundle-matter': ({ matterId }) => makeBundle(deps, matterId),
  'resume-bundles': () => resumeBundles(deps),
});
