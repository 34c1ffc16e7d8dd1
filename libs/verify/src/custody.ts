import { CustodyRecord, custodyEntryBytes, paths, readSealed, toHex } from '@proofkeep/bundle';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';

/**
 * Checks the chain of the custody record, and its end against the certificate; older bundles have no record, older certificates
 * don't name its end. The actor of each event is the sealer's claim.
 */
export async function checkCustody(context: Context): Promise<void> {
  const { zip, note, part, manifest, sha256, certifiedCustody } = context;
  const subject = paths.custody;
  if (!zip.entries.has(subject) && !certifiedCustody) return;
  try {
    if (!zip.entries.has(subject)) throw problem('missing');
    const { ano, events } = readSealed(CustodyRecord, await part(subject), subject);
    if (ano !== manifest.ano) throw problem('other-bundle');
    let previous: string | null = null;
    for (const [i, entry] of events.entries()) {
      const found = toHex(sha256(custodyEntryBytes(ano, entry, previous)));
      if (entry.n !== i + 1 || found !== entry.sha256) throw problem('custody-broken', { entry: i + 1 });
      previous = found;
    }
    if (certifiedCustody && (certifiedCustody.entries !== events.length || certifiedCustody.sha256 !== previous))
      throw problem('custody-other', { count: certifiedCustody.entries });
    note('custody', 'passed', { subject, detail: detail('custody-entries', { count: events.length }) });
  } catch (error) {
    note('custody', 'failed', { subject, detail: detailOf(error) });
  }
}
