import { canonicalBytes, type DeedStatement, MatterManifest } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';

/** The manifest of a matter's bundle, which lists these parts. */
export function matterManifest(
  { matter, deedNo, office }: DeedStatement,
  o: { createdAt: string; journal: MatterManifest['journal']; parts: ReadonlyMap<string, Uint8Array> },
): Uint8Array {
  const manifest = {
    v: 2,
    type: 'proofkeep-matter',
    matter,
    deedNo,
    office,
    createdAt: o.createdAt,
    journal: o.journal,
    parts: [...o.parts]
      .map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256Hex(bytes) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  } satisfies MatterManifest;
  return canonicalBytes(MatterManifest.parse(manifest));
}
