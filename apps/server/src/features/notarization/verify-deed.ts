import { crc32 } from 'node:zlib';
import { bytesSource, DeedStatement, matterPaths, zipSource } from '@proofkeep/bundle';
import { type Check, type MatterReport, verifyMatter } from '@proofkeep/verify';
import type { Client } from '../../database/client.ts';
import type { Services } from '../../http/services.ts';
import { deedFiles } from './deed.ts';
import { findEntries } from './journal/store.ts';
import { matterManifest } from './matter-manifest.ts';
import { currentLists } from './offices/certificates.ts';

/** The finished documents of a matter fail verification: a fault of the platform, for the operator's log. */
class DeedNotVerified extends Error {
  override name = 'DeedNotVerified';

  constructor(no: string, failed: MatterReport['findings']) {
    const found = failed.map((one) => `${one.check} ${one.subject} ${one.detail}`).join('; ');
    super(`The documents of ${no} do not verify: ${found}`);
  }
}

/** The other checks need proofs that are made after COMMIT. */
const checked: readonly Check[] = ['journal', 'journal-time', 'document', 'document-signature', 'seal-picture'];

/**
 * Verifies the finished documents as a reader of the bundle will, before the deed takes effect: after COMMIT, a file
 * that lacks a signature can't be repaired. Runs in the transaction that issues the deed, after its journal entry.
 * @throws DeedNotVerified
 */
export async function requireVerifiedDocuments(
  db: Client,
  services: Pick<Services, 'store' | 'vault' | 'anchors' | 'documentSigner'>,
  { matterId, statement: text }: { matterId: string; statement: string },
): Promise<void> {
  const statement = DeedStatement.parse(JSON.parse(text));
  const entries = await findEntries(db, matterId);
  const crls = await currentLists(db, services.documentSigner);
  const parts = new Map<string, Uint8Array>([
    [matterPaths.deed, Buffer.from(text)],
    [matterPaths.journal, Buffer.from(entries.map(({ entry }) => `${entry}\n`).join(''))],
    [matterPaths.crl, crls.issuing],
    [matterPaths.rootCrl, crls.root],
  ]);
  for (const { document, pdf } of await deedFiles(db, services, matterId))
    parts.set(matterPaths.document(document.kind), pdf);
  const journal = { entries: entries.length, head: entries.at(-1)?.sha256 ?? '' };
  parts.set(matterPaths.manifest, matterManifest(statement, { createdAt: statement.issuedAt, journal, parts }));
  const { findings } = await verifyMatter(sourceOf(parts), services.anchors);
  const documents = findings.filter(({ check }) => checked.includes(check));
  const failed = documents.filter(({ outcome, required }) => required && outcome !== 'passed');
  const isChecked = checked.every((check) => documents.some((one) => one.check === check));
  if (failed.length > 0 || !isChecked) throw new DeedNotVerified(statement.matter, isChecked ? failed : findings);
}

const sourceOf = (parts: ReadonlyMap<string, Uint8Array>) =>
  zipSource(
    [...parts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) => ({ name, size: bytes.length, crc32: crc32(bytes), content: bytesSource(bytes) })),
  );
