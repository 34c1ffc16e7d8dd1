import { matterPaths, openZip, type Source } from '@proofkeep/bundle';
import type { Anchors } from './anchors.ts';
import type { MatterReport } from './matter/matter-report.ts';
import { verifyMatter } from './matter/verify-matter.ts';
import type { Report } from './report.ts';
import { type VerifyOptions, verifyBundle } from './verify.ts';

/** Whether the report is about the bundle of a notarization matter. */
export const isMatterReport = (report: Report | MatterReport): report is MatterReport => 'matter' in report;

/** Verifies a bundle of either kind; a container with `matter.json` is that of a matter. */
export async function verifyFile(
  source: Source,
  anchors: Anchors,
  options: VerifyOptions = {},
): Promise<Report | MatterReport> {
  const names = await openZip(source).then(
    ({ entries }) => entries,
    () => null,
  );
  return names?.has(matterPaths.manifest) ? verifyMatter(source, anchors) : verifyBundle(source, anchors, options);
}
