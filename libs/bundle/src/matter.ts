import { z } from 'zod';
import { digest, line, size, time } from './fields.ts';
import { entryPath } from './manifest.ts';
import type { RecordedSession } from './matter-record.ts';

/** Public number of a matter: `GZ`, ten characters of Crockford's base 32, a check character. */
const matterNo = z.string().regex(/^GZ[0-9A-HJKMNP-TV-Z]{11}$/);
const natural = z.int().positive();
/** Documents of a matter: application, acceptance notice, notice, transcript, instrument, deed. A closed list. */
export const deedDocumentKinds = ['write', 'receipt', 'inform', 'inquiry', 'instrument', 'deed'] as const;
const DocumentKind = z.enum(deedDocumentKinds);

/**
 * Folder of the recordings of video sessions. The journal fixes them by their digests, so the manifest doesn't list them: a bundle
 * verifies with and without them.
 */
export const recordingFolder = 'recordings/';

/** Paths of the parts of a matter's bundle that have fixed names. */
export const matterPaths = {
  manifest: 'matter.json',
  token: 'proof/matter.tst',
  signature: 'proof/matter.p7s',
  deed: 'deed.json',
  deedInclusion: 'proof/deed.tlog-proof',
  journal: 'journal.jsonl',
  sealChain: 'trust/seal-chain.pem',
  tsaChain: 'trust/tsa-chain.pem',
  crl: 'trust/ca.crl',
  rootCrl: 'trust/root.crl',
  logKey: 'trust/log.vkey',
  instructions: 'VERIFY.txt',
  document: (kind: string): string => `documents/${kind}.pdf`,
  entryInclusion: (seq: number): string => `proof/journal-${seq}.tlog-proof`,
  entryToken: (seq: number): string => `proof/journal-${seq}.tst`,
  handwriting: (sha256: string): string => `handwriting/${sha256}.json`,
  consent: (sha256: string): string => `consent/${sha256}.json`,
  recording: (id: string, mediaType: RecordedSession['mediaType']): string =>
    `${recordingFolder}${id}.${mediaType.replace('video/', '')}`,
  recordingPieces: (id: string): string => `${recordingFolder}${id}.json`,
} as const;

/** Parts that the manifest can't list: the manifest itself, and the parts computed from it. */
export const matterPartsApart: readonly string[] = [matterPaths.manifest, matterPaths.token, matterPaths.signature];

/** Parts that every manifest lists. */
export const requiredMatterParts: readonly string[] = [
  matterPaths.deed,
  matterPaths.deedInclusion,
  matterPaths.journal,
  matterPaths.sealChain,
  matterPaths.tsaChain,
  matterPaths.crl,
  matterPaths.rootCrl,
  matterPaths.logKey,
  matterPaths.instructions,
];

const contentPath = /^(?:handwriting|consent)\/[0-9a-f]{64}\.json$/;

/** Whether the manifest of a matter may list a path; the set is closed. */
export function isMatterPart(path: string, { journal: { entries } }: Pick<MatterManifest, 'journal'>): boolean {
  if (contentPath.test(path)) return true;
  const seq = Number(/^proof\/journal-([1-9]\d{0,9})\.(?:tst|tlog-proof)$/.exec(path)?.[1] ?? 0);
  if (seq > 0) return seq <= entries;
  return requiredMatterParts.includes(path) || deedDocumentKinds.some((kind) => matterPaths.document(kind) === path);
}

/** Public statement of a deed, without parties and without its text. The log contains its digest. */
export const DeedStatement = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-deed'),
  matter: matterNo,
  deedNo: line,
  office: line,
  issuedAt: time,
  documents: z
    .array(
      z.strictObject({
        kind: DocumentKind,
        version: natural,
        /** Digest of the document before its first signature: the version that everyone signed. */
        documentSha256: digest,
        /** Digest of the finished file with all signatures and the office's seal. */
        sha256: digest,
        /** Name in the last signature: the office's name at that time. */
        sealedBy: line,
      }),
    )
    .min(1),
});
export type DeedStatement = z.infer<typeof DeedStatement>;

/** Log entry for a deed: the digest of its statement, so that the log reveals no matter. */
export const DeedLeaf = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-deed-leaf'),
  sha256: digest,
});
export type DeedLeaf = z.infer<typeof DeedLeaf>;

/** Log entry for an entry of a matter's journal. */
export const MatterHeadLeaf = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-matter-head'),
  sha256: digest,
});
export type MatterHeadLeaf = z.infer<typeof MatterHeadLeaf>;

/** One line of `journal.jsonl`; its SHA-256 is `previous` in the next entry. */
export const JournalEntry = z.strictObject({
  v: z.literal(1),
  type: z.literal('proofkeep-matter-journal'),
  matter: matterNo,
  seq: natural,
  at: time,
  actor: z.strictObject({ role: z.string(), id: z.string().nullable(), name: z.string() }),
  event: z.string(),
  detail: z.record(z.string(), z.json()),
  /** Salted digest of network address and browser, which only the office keeps; null for the system. */
  originSha256: digest.nullable(),
  previous: digest.nullable(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** Longer journals are refused; a matter has a few hundred entries. */
export const mostMatterEntries = 10_000;

/** `matter.json`: the contents of a notarization matter's bundle. Version 1 was never released. */
export const MatterManifest = z.strictObject({
  v: z.literal(2),
  type: z.literal('proofkeep-matter'),
  matter: matterNo,
  deedNo: line,
  office: line,
  createdAt: time,
  journal: z.strictObject({ entries: natural.max(mostMatterEntries), head: digest }),
  /** Every part but this one, its token and its signature. */
  parts: z.array(z.strictObject({ path: entryPath, size, sha256: digest })).min(1),
});
export type MatterManifest = z.infer<typeof MatterManifest>;
