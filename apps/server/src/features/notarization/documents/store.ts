import type { MatterDocumentKind, MatterDocumentState, Strokes } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { DocumentPlaces } from './draw.ts';

export interface DocumentRow extends Record<string, unknown> {
  id: string;
  matterId: string;
  kind: MatterDocumentKind;
  version: number;
  state: MatterDocumentState;
  /** Hex digest of the file before its first signature. */
  sha256: string;
  places: DocumentPlaces;
  revision: number;
  fileKey: string;
  drawnAt: Date;
}

interface NewDocument extends DocumentRow {
  textEncrypted: Buffer;
  /** Version of the office's template; 0 is the standard wording. */
  templateVersion: number;
}

const columns = `id, matter_id as "matterId", kind, version, state, encode(sha256, 'hex') as sha256, places, revision,
  file_key as "fileKey", drawn_at as "drawnAt"`;

/** The newest version of each kind of document, in the order in which they were drawn. */
export async function findDocuments(db: Client, matterId: string): Promise<DocumentRow[]> {
  const { rows } = await db.query<DocumentRow>(
    `select ${columns} from matter_document where matter_id = $1 and state <> 'void' order by drawn_at, id`,
    [matterId],
  );
  return rows;
}

export async function findDocument(db: Client, id: string): Promise<DocumentRow | undefined> {
  const { rows } = await db.query<DocumentRow>(`select ${columns} from matter_document where id = $1`, [id]);
  return rows[0];
}

/** The encrypted words of a current document. */
export async function findText(db: Client, o: { id: string; matterId: string }): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ text: Buffer }>(
    `select text_encrypted as text from matter_document where id = $1 and matter_id = $2 and state <> 'void'`,
    [o.id, o.matterId],
  );
  return rows[0]?.text;
}

/** The version number for the next document of a kind. */
export async function nextVersion(db: Client, matterId: string, kind: MatterDocumentKind): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    'select coalesce(max(version), 0) + 1 as version from matter_document where matter_id = $1 and kind = $2',
    [matterId, kind],
  );
  return rows[0]?.version ?? 1;
}

export async function insertDocument(db: Client, row: NewDocument): Promise<void> {
  await db.query(
    `insert into matter_document (id, matter_id, kind, version, state, sha256, places, revision, file_key, drawn_at,
       text_encrypted, template_version)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      row.matterId,
      row.kind,
      row.version,
      row.state,
      row.sha256,
      JSON.stringify(row.places),
      row.revision,
      row.fileKey,
      row.drawnAt,
      row.textEncrypted,
      row.templateVersion,
    ],
  );
}

export interface SignatureRow extends Record<string, unknown> {
  documentId: string;
  partyId: string;
  name: string;
  strokes: Strokes;
  signedAt: Date;
  revision: number | null;
}

/** Signatures on documents, in the order in which they were made. */
export async function findSignatures(db: Client, documentIds: readonly string[]): Promise<SignatureRow[]> {
  const { rows } = await db.query<SignatureRow>(
    `select s.document_id as "documentId", s.party_id as "partyId", coalesce(p.representative_name, p.name) as name,
       h.strokes, s.signed_at as "signedAt", s.revision
     from matter_signature s join matter_handwriting h on h.id = s.handwriting_id join matter_party p on p.id = s.party_id
     where s.document_id = any($1) order by s.signed_at, s.party_id`,
    [documentIds],
  );
  return rows;
}

interface NewSignature {
  documentId: string;
  partyId: string;
  handwritingId: string;
  address: string;
  userAgent: string;
  now: Date;
}

/** @returns false if the party has already signed the document */
export async function insertSignature(db: Client, o: NewSignature): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into matter_signature (document_id, party_id, handwriting_id, signed_at, address, user_agent)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [o.documentId, o.partyId, o.handwritingId, o.now, o.address, o.userAgent],
  );
  return rowCount === 1;
}

/**
 * Replaces the document's file by one with one more signature, in one statement. @returns false if the document got
 * another revision meanwhile; the caller's file is then unused
 */
export async function recordRevision(
  db: Client,
  o: { documentId: string; partyId: string; from: number; fileKey: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with moved as (
       update matter_document set revision = revision + 1, file_key = $4 where id = $1 and revision = $3 returning revision
     )
     update matter_signature s set revision = moved.revision from moved
     where s.document_id = $1 and s.party_id = $2 and s.revision is null`,
    [o.documentId, o.partyId, o.from, o.fileKey],
  );
  return rowCount === 1;
}

export async function insertHandwriting(
  db: Client,
  o: {
    matterId: string;
    partyId: string;
    strokes: Strokes;
    binding: string;
    address: string;
    userAgent: string;
    now: Date;
  },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into matter_handwriting (matter_id, party_id, strokes, binding, written_at, address, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [o.matterId, o.partyId, JSON.stringify(o.strokes), o.binding, o.now, o.address, o.userAgent.slice(0, 300)],
  );
  return rows[0]?.id ?? '';
}

/** Handwriting used in signatures of a matter, with its party. */
export async function findUsedHandwriting(
  db: Client,
  matterId: string,
): Promise<{ partyId: string; strokes: Strokes }[]> {
  const { rows } = await db.query<{ partyId: string; strokes: Strokes }>(
    `select party_id as "partyId", strokes from matter_handwriting h where matter_id = $1
       and exists (select from matter_signature s where s.handwriting_id = h.id) order by id`,
    [matterId],
  );
  return rows;
}

/** A party's handwriting, and whether a signature uses it already. */
export async function findHandwriting(
  db: Client,
  o: { id: string; partyId: string },
): Promise<{ strokes: Strokes; binding: string; isUsed: boolean } | undefined> {
  const { rows } = await db.query<{ strokes: Strokes; binding: string; isUsed: boolean }>(
    `select strokes, binding, exists (select from matter_signature s where s.handwriting_id = h.id) as "isUsed"
     from matter_handwriting h where id = $1 and party_id = $2`,
    [o.id, o.partyId],
  );
  return rows[0];
}

/** Keys of all files that documents of a matter reference, in every version. */
export async function findFileKeys(db: Client, matterId: string): Promise<string[]> {
  const { rows } = await db.query<{ key: string }>('select file_key as key from matter_document where matter_id = $1', [
    matterId,
  ]);
  return rows.map(({ key }) => key);
}

/** Matters whose documents changed since a given time. */
export async function findRecentlyChanged(db: Client, since: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct d.matter_id as id from matter_document d join matter_journal j on j.matter_id = d.matter_id
     where j.at >= $1`,
    [since],
  );
  return rows.map(({ id }) => id);
}
