import type { Client } from '../../database/client.ts';

/** A recording that is being uploaded. */
export interface PartyUploadRow extends Record<string, unknown> {
  id: string;
  partyId: string;
  challengeId: string;
  sizeBytes: number;
  receivedBytes: number;
  touchedAt: Date;
}

/** Inserts an upload and replaces the party's earlier one: a party makes one recording at a time. */
export async function replaceUpload(
  db: Client,
  o: Pick<PartyUploadRow, 'id' | 'partyId' | 'challengeId' | 'sizeBytes'> & { now: Date },
): Promise<void> {
  await db.query('delete from party_upload where party_id = $1', [o.partyId]);
  await db.query(
    'insert into party_upload (id, party_id, challenge_id, size_bytes, touched_at) values ($1, $2, $3, $4, $5)',
    [o.id, o.partyId, o.challengeId, o.sizeBytes, o.now],
  );
}

export async function findUpload(db: Client, id: string): Promise<PartyUploadRow | undefined> {
  const { rows } = await db.query<PartyUploadRow>(
    `select id, party_id as "partyId", challenge_id as "challengeId", size_bytes as "sizeBytes",
       received_bytes as "receivedBytes", touched_at as "touchedAt"
     from party_upload where id = $1`,
    [id],
  );
  return rows[0];
}

/** Stores the next piece. @returns false if the upload ended, or another request wrote this piece meanwhile */
export async function insertPiece(
  db: Client,
  o: { uploadId: string; at: number; to: number; encrypted: Buffer; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with moved as (
       update party_upload set received_bytes = $3, touched_at = $5 where id = $1 and received_bytes = $2 returning id
     )
     insert into party_upload_piece (upload_id, at, content_encrypted) select id, $2, $4 from moved`,
    [o.uploadId, o.at, o.to, o.encrypted, o.now],
  );
  return rowCount === 1;
}

/** The first piece of an upload at or after an offset. */
export async function findPiece(
  db: Client,
  { uploadId, from }: { uploadId: string; from: number },
): Promise<{ at: number; encrypted: Buffer } | undefined> {
  const { rows } = await db.query<{ at: number; encrypted: Buffer }>(
    `select at, content_encrypted as encrypted from party_upload_piece where upload_id = $1 and at >= $2
     order by at limit 1`,
    [uploadId, from],
  );
  return rows[0];
}

export async function deleteUpload(db: Client, id: string): Promise<void> {
  await db.query('delete from party_upload where id = $1', [id]);
}

/** Deletes uploads without progress since a given time, with their pieces. */
export async function deleteAbandonedUploads(db: Client, before: Date): Promise<void> {
  await db.query('delete from party_upload where touched_at < $1', [before]);
}
