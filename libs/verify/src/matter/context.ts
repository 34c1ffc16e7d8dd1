import {
  type DeedStatement,
  type HandwritingStrokes,
  type JournalEntry,
  type MatterManifest,
  matterPaths,
  type Zip,
} from '@proofkeep/bundle';
import { type Crl, parseCrl } from '@proofkeep/pki';
import type { Context } from '../context.ts';
import type { MatterSigner } from './matter-report.ts';
import type { MatterRecord } from './record.ts';

/** State shared by the checks of a matter: the opened bundle, the trust anchors, and what was read so far. */
export interface MatterContext extends Pick<Context, 'note' | 'anchors' | 'sha256' | 'part' | 'findings'> {
  zip: Zip;
  manifest: MatterManifest;
  manifestBytes: Uint8Array;
  /** Time of the manifest's timestamp token, once verified. */
  stampedAt: Date | null;
  /** The readable part of the journal, with the bytes of each entry. */
  entries: { entry: JournalEntry; bytes: Uint8Array; sha256: string }[];
  /** Timestamps over intact entries, by trusted and unknown authorities. */
  stamps: { seq: number; at: Date }[];
  /** Null if the journal is incomplete. */
  record: MatterRecord | null;
  /** Strokes in the bundle by their digest. */
  handwriting: Map<string, HandwritingStrokes>;
  signers: MatterSigner[];
  /** Null if it can't be read. */
  deed: { statement: DeedStatement; sha256: string } | null;
  logIndex: number | null;
  /** The CRLs of the bundle, parsed at first use; rejects with a PkiError if one can't be read. */
  lists: Promise<Crl[]> | null;
}

/** The CRLs of the bundle. @throws PkiError if one can't be read */
export function listsOf(context: MatterContext): Promise<Crl[]> {
  const paths = [matterPaths.crl, matterPaths.rootCrl];
  context.lists ??= Promise.all(paths.map(async (path) => parseCrl(await context.part(path))));
  return context.lists;
}
