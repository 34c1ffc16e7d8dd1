import { randomUUID } from 'node:crypto';
import { canonicalBytes, canonicalText, type DeedStatement, type JournalEntry, matterPaths } from '@proofkeep/bundle';
import { sha256Hex, writeZip } from '@proofkeep/bundle/node';
import { type CertifiedKey, chainPem, signDetached } from '@proofkeep/seal';
import { insertLeaves } from '../../../log/store.ts';
import type { TestService } from '../../../testing/service.ts';
import type { TestInstallation } from '../../attestations/testing/test-installation.ts';

export type BundleParts = Map<string, Uint8Array>;

/** Data that a forger may change before everything is chained, logged, timestamped and sealed again. */
export interface Forgery {
  entries: JournalEntry[];
  statement: DeedStatement;
  parts: BundleParts;
  /** Numbers of entries that get a timestamp now; the last one always does. */
  stamped: number[];
  /** Signs the manifest. */
  seal: CertifiedKey;
}

export const zipOf = async (parts: BundleParts): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  const inputs = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, bytes]) => ({ name, bytes }));
  await writeZip(async (bytes) => void chunks.push(bytes), inputs);
  return Buffer.concat(chunks);
};

/**
 * Makes a bundle with false content and valid proofs, as someone with every key of the installation could: only
 * contradictions between its parts can reveal it.
 */
export function useForger(service: TestService, given: TestInstallation) {
  /** Adds leaves to the log under one checkpoint. @returns their proofs */
  const logged = async (leaves: readonly Uint8Array[]): Promise<Uint8Array[]> => {
    const keyed = leaves.map((bytes) => ({ key: `forged:${randomUUID()}`, bytes: Buffer.from(bytes) }));
    await service.database.transaction((db) => insertLeaves(db, keyed));
    return Promise.all(keyed.map(async ({ key }) => (await service.services.log.logged(key)).proof));
  };
  const token = (bytes: Uint8Array) =>
    service.services.documentSigner.token(Buffer.from(sha256Hex(Buffer.from(bytes)), 'hex'));

  return async (original: BundleParts, change: (forgery: Forgery) => void): Promise<Buffer> => {
    const read = (path: string) => Buffer.from(original.get(path) ?? []).toString();
    const lines = read(matterPaths.journal).trimEnd().split('\n');
    const forgery: Forgery = {
      entries: lines.map((line) => JSON.parse(line) as JournalEntry),
      statement: JSON.parse(read(matterPaths.deed)) as DeedStatement,
      parts: new Map([...original].filter(([path]) => !path.startsWith('proof/journal-'))),
      stamped: [],
      seal: given.installation.authority.seal,
    };
    change(forgery);
    const { entries, statement, parts, stamped, seal } = forgery;
    const deed = canonicalBytes(statement);
    parts.set(matterPaths.deed, deed);
    const statementSha256 = sha256Hex(Buffer.from(deed));
    const leaves = [canonicalBytes({ v: 1, type: 'proofkeep-deed-leaf', sha256: statementSha256 })];
    let previous: string | null = null;
    const texts: string[] = [];
    for (const [at, entry] of entries.entries()) {
      const seq = at + 1;
      const detail = entry.event === 'issue' ? { ...entry.detail, statementSha256 } : entry.detail;
      const text = canonicalText({ ...entry, seq, detail, previous });
      previous = sha256Hex(Buffer.from(text));
      texts.push(text);
      leaves.push(canonicalBytes({ v: 1, type: 'proofkeep-matter-head', sha256: previous }));
      if (seq === entries.length || stamped.includes(seq))
        parts.set(matterPaths.entryToken(seq), await token(Buffer.from(text)));
    }
    for (const [at, proof] of (await logged(leaves)).entries())
      parts.set(at === 0 ? matterPaths.deedInclusion : matterPaths.entryInclusion(at), proof);
    parts.set(matterPaths.journal, Buffer.from(texts.map((text) => `${text}\n`).join('')));
    parts.set(matterPaths.sealChain, Buffer.from(chainPem(seal.chain)));
    return zipOf(await sealed(parts, { entries: texts.length, head: previous ?? '' }, seal));
  };

  async function sealed(
    parts: BundleParts,
    journal: { entries: number; head: string },
    seal: CertifiedKey,
  ): Promise<BundleParts> {
    const apart = [matterPaths.manifest, matterPaths.token, matterPaths.signature] as string[];
    const before = JSON.parse(Buffer.from(parts.get(matterPaths.manifest) ?? []).toString()) as Record<string, never>;
    const listed = [...parts]
      .filter(([path]) => !apart.includes(path))
      .map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256Hex(Buffer.from(bytes)) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    const manifest = canonicalBytes({ ...before, createdAt: new Date().toISOString(), journal, parts: listed });
    return new Map(parts)
      .set(matterPaths.manifest, manifest)
      .set(matterPaths.token, await token(manifest))
      .set(matterPaths.signature, await signDetached(seal, manifest, { claimedAt: new Date() }));
  }
}
