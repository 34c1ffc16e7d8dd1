import { canonicalBytes, type DeedLeaf, DeedStatement, matterPaths, readSealed, toHex } from '@proofkeep/bundle';
import { detailOf, problem } from '../details.ts';
import { checkLogged } from '../log.ts';
import type { MatterContext } from './context.ts';
import { requireAllSigned } from './signers.ts';

/** Bytes of the log entry for a statement with this digest. */
export const deedLeafBytes = (sha256: string): Uint8Array =>
  canonicalBytes({ v: 1, type: 'proofkeep-deed-leaf', sha256 } satisfies DeedLeaf);

/**
 * Requires the recorded deed of an issued matter: the one named when it was issued, by the same office at the same
 * time, with every document that was drawn. @throws Problem deed-missing; deed-other; deed-differs; document-missing;
 * signer-missing
 */
function requireRecorded({ record, manifest }: MatterContext, { documents, issuedAt }: DeedStatement): void {
  if (!record) throw problem('deed-differs');
  const { issue, drawn } = record;
  const stated = documents.filter(({ kind }) => kind === 'deed');
  const [deed] = stated;
  if (!deed || stated.length > 1) throw problem('deed-missing');
  const named = issue.documents.find(({ kind }) => kind === 'deed');
  if (named?.sha256 !== deed.documentSha256 || named.version !== deed.version) throw problem('deed-other');
  if (issue.office !== manifest.office || issue.at !== issuedAt) throw problem('deed-differs');
  const missing = [...drawn.keys()].find((kind) => !documents.some((one) => one.kind === kind));
  if (missing !== undefined) throw problem('document-missing', { kind: missing });
  requireAllSigned(record);
}

/**
 * Checks that the statement is about this deed, that the journal names it when it was issued, and that it is in the
 * log.
 */
export async function checkDeed(context: MatterContext): Promise<void> {
  const { note, part, sha256, manifest, entries } = context;
  const subject = matterPaths.deed;
  try {
    const bytes = await part(subject);
    const statement = readSealed(DeedStatement, bytes, subject);
    const digest = toHex(sha256(bytes));
    context.deed = { statement, sha256: digest };
    const { matter, deedNo, office } = statement;
    const issued = entries.findLast(({ entry }) => entry.event === 'issue')?.entry.detail;
    if (matter !== manifest.matter || deedNo !== manifest.deedNo || office !== manifest.office)
      throw problem('deed-differs');
    if (issued?.statementSha256 !== digest || issued.deedNo !== deedNo) throw problem('deed-differs');
    requireRecorded(context, statement);
    note('deed', 'passed', { subject });
    const leaf = async () => deedLeafBytes(digest);
    context.logIndex = await checkLogged(context, {
      subject: matterPaths.deedInclusion,
      leaf,
      logKey: matterPaths.logKey,
    });
  } catch (error) {
    note('deed', 'failed', { subject, detail: detailOf(error) });
  }
}
