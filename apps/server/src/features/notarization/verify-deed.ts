import { crc32 } from 'node:zlib';
import { bytesSource, canonicalBytes, DeedStatement, MatterManifest, matterPaths, zipSource } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { type Check, type MatterReport, verifyMatter } from '@proofkeep/verify';
import type { Client } from '../../database/client.ts';
import type { Services } from '../../http/services.ts';
import { deedFiles } from './deed.ts';
import { findEntries } from './journal/store.ts';

/** The finished documents of a matter don't pass verification: a fault of the platform, for the operator's log. */
class DeedNotVerified extends Error {
  override name = 'DeedNotVerified';

  constructor(no: string, failed: MatterReport['findings']) {
    const found = failed.map((one) => `${one.check} ${one.subject} ${one.detail}`).join('; ');
    super(`The documents of ${no} do not verify: ${found}`);
  }
}

/** The other checks need proofs that are made after COMMIT. */
const checked: readonly Check[] = ['journal', 'journal-time', 'document', 'document-signature'];

/**
 * Verifies the finished documents as a reader of the bundle will, before the deed counts: after COMMIT nothing can repair a file
 * that lacks a signature. In the transaction of the issue, after its entry.
 * @throws DeedNotVerified
 */
export async function requireVerifiedDocuments(
  db: Client,
  services: Pick<Services, 'store' | 'vault' | 'anchors' | 'documentSigner'>,
  { matterId, statement: text }: { matterId: string; statement: string },
): Promise<void> {
  const statement = DeedStatement.parse(JSON.parse(text));
  const entries = await findEntries(db, matterId);
  const crls = await services.documentSigner.crls();
  const parts = new Map<string, Uint8Array>([
    [matterPaths.deed, Buffer.from(text)],
    [matterPaths.journal, Buffer.from(entries.map(({ entry }) => `${entry}\n`).join(''))],
    [matterPaths.crl, crls.issuing],
    [matterPaths.rootCrl, crls.root],
  ]);
  for (const { document, pdf } of await deedFiles(db, services, matterId))
    parts.set(matterPaths.document(document.kind), pdf);
  parts.set(matterPaths.manifest, manifestOf(statement, entries, parts));
  const { findings } = await verifyMatter(sourceOf(parts), services.anchors);
  const documents = findings.filter(({ check }) => checked.includes(check));
  const failed = documents.filter(({ outcome, required }) => required && outcome !== 'passed');
  const isChecked = checked.every((check) => documents.some((one) => one.check === check));
  if (failed.length > 0 || !isChecked) throw new DeedNotVerified(statement.matter, isChecked ? failed : findings);
}

function manifestOf(
  { matter, deedNo, office, issuedAt }: DeedStatement,
  entries: readonly { sha256: string }[],
  parts: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  const listed = [...parts].map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256Hex(bytes) }));
  const manifest = {
    v: 2,
    type: 'proofkeep-matter',
    matter,
    deedNo,
    office,
    createdAt: issuedAt,
    journal: { entries: entries.length, head: entries.at(-1)?.sha256 ?? '' },
    parts: listed.sort((a, b) => (a.path < b.path ? -1 : 1)),
  } satisfies MatterManifest;
  return canonicalBytes(MatterManifest.parse(manifest));
}

const sourceOf = (parts: ReadonlyMap<string, Uint8Array>) =>
  zipSource(
    [...parts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) => ({ name, size: bytes.length, crc32: crc32(bytes), content: bytesSource(bytes) })),
  );
