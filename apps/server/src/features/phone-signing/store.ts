import type { CardSide, PartyFileKind, VideoStep } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';

export interface FileRow extends Record<string, unknown> {
  id: string;
  partyId: string;
  kind: PartyFileKind;
  mediaType: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
  challengeId: string | null;
  isLive: boolean | null;
  sentAt: Date;
  submittedAt: Date | null;
  playedAt: Date | null;
}

const fileColumns = `id, party_id as "partyId", kind, media_type as "mediaType", size_bytes as "sizeBytes",
  encode(sha256, 'hex') as sha256, challenge_id as "challengeId", is_live as "isLive", sent_at as "sentAt",
  submitted_at as "submittedAt", played_at as "playedAt"`;

export async function insertFile(db: Client, row: Omit<FileRow, 'playedAt'>): Promise<void> {
  await db.query(
    `insert into party_file (id, party_id, kind, media_type, size_bytes, sha256, challenge_id, is_live, sent_at, submitted_at)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9, $10)`,
    [
      row.id,
      row.partyId,
      row.kind,
      row.mediaType,
      row.sizeBytes,
      row.sha256,
      row.challengeId,
      row.isLive,
      row.sentAt,
      row.submittedAt,
    ],
  );
}

/** Files of parties, in the order in which they were sent. */
export async function findFiles(db: Client, partyIds: readonly string[]): Promise<FileRow[]> {
  const { rows } = await db.query<FileRow>(
    `select ${fileColumns} from party_file where party_id = any($1) order by sent_at, id`,
    [partyIds],
  );
  return rows;
}

export async function findFileIds(db: Client, matterId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select f.id from party_file f join matter_party p on p.id = f.party_id where p.matter_id = $1',
    [matterId],
  );
  return rows.map(({ id }) => id);
}

/** Matters whose parties may have sent files: open ones, and those that ended after a given time. */
export async function findMattersWithFiles(db: Client, endedSince: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from matter where accepted_at is not null and (ended_at is null or ended_at >= $1)`,
    [endedSince],
  );
  return rows.map(({ id }) => id);
}

/** The latest picture of a side of the card that the party sent and has not submitted. */
export async function findPicture(
  db: Client,
  { partyId, side }: { partyId: string; side: CardSide },
): Promise<FileRow | undefined> {
  const { rows } = await db.query<FileRow>(
    `select ${fileColumns} from party_file where party_id = $1 and kind = $2 and submitted_at is null
     order by sent_at desc, id desc limit 1`,
    [partyId, `card-${side}`],
  );
  return rows[0];
}

/** Marks a party's pictures as submitted: the latest of each side is used, earlier ones stay for comparison. */
export async function submitPictures(db: Client, partyId: string, now: Date): Promise<void> {
  await db.query(
    `update party_file set submitted_at = $2
     where party_id = $1 and kind in ('card-front', 'card-back') and submitted_at is null`,
    [partyId, now],
  );
}

/** @returns false if it was already recorded as played */
export async function markPlayed(db: Client, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query('update party_file set played_at = $2 where id = $1 and played_at is null', [
    id,
    now,
  ]);
  return rowCount === 1;
}

export interface ChallengeRow extends Record<string, unknown> {
  id: string;
  step: VideoStep;
  digits: string;
  shownAt: Date[];
  expiresAt: Date;
  /** Digest of the recording, hex; null before the party announced it. */
  announcedSha256: string | null;
  announcedAt: Date | null;
  usedAt: Date | null;
}

const challengeColumns = `id, step, digits, shown_at as "shownAt", expires_at as "expiresAt",
  encode(announced_sha256, 'hex') as "announcedSha256", announced_at as "announcedAt", used_at as "usedAt"`;

export async function insertChallenge(
  db: Client,
  o: { partyId: string; step: VideoStep; digits: string; shownAt: readonly Date[]; expiresAt: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into party_challenge (party_id, step, digits, shown_at, expires_at) values ($1, $2, $3, $4, $5) returning id`,
    [o.partyId, o.step, o.digits, o.shownAt, o.expiresAt],
  );
  return rows[0]?.id ?? '';
}

/** Loads a party's challenge and locks it until the transaction ends. */
export async function lockChallenge(
  db: Client,
  { id, partyId }: { id: string; partyId: string },
): Promise<ChallengeRow | undefined> {
  const { rows } = await db.query<ChallengeRow>(
    `select ${challengeColumns} from party_challenge where id = $1 and party_id = $2 for no key update`,
    [id, partyId],
  );
  return rows[0];
}

export async function findChallenges(db: Client, ids: readonly string[]): Promise<ChallengeRow[]> {
  const { rows } = await db.query<ChallengeRow>(`select ${challengeColumns} from party_challenge where id = any($1)`, [
    ids,
  ]);
  return rows;
}

export async function addShown(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update party_challenge set shown_at = array_append(shown_at, $2) where id = $1', [id, now]);
}

export async function announceRecording(db: Client, o: { id: string; sha256: string; now: Date }): Promise<void> {
  await db.query(`update party_challenge set announced_sha256 = decode($2, 'hex'), announced_at = $3 where id = $1`, [
    o.id,
    o.sha256,
    o.now,
  ]);
}

export async function markUsed(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update party_challenge set used_at = $2 where id = $1', [id, now]);
}

/** Keeps earlier data; the newest row is used. */
export async function insertCard(
  db: Client,
  o: { partyId: string; encrypted: Buffer; differs: readonly string[]; now: Date },
): Promise<void> {
  await db.query('insert into party_card (party_id, card_encrypted, differs, checked_at) values ($1, $2, $3, $4)', [
    o.partyId,
    o.encrypted,
    o.differs,
    o.now,
  ]);
}

export async function findCard(
  db: Client,
  partyId: string,
): Promise<{ encrypted: Buffer; differs: ('name' | 'idNumber')[] } | undefined> {
  const { rows } = await db.query<{ encrypted: Buffer; differs: ('name' | 'idNumber')[] }>(
    'select card_encrypted as encrypted, differs from party_card where party_id = $1 order by id desc limit 1',
    [partyId],
  );
  return rows[0];
}

/** Keeps earlier answers; the newest answer to a question is used. */
export async function insertAnswer(
  db: Client,
  o: { partyId: string; place: number; encrypted: Buffer; startedAt: Date; now: Date },
): Promise<void> {
  await db.query(
    `insert into party_answer (party_id, place, answer_encrypted, started_at, answered_at) values ($1, $2, $3, $4, $5)`,
    [o.partyId, o.place, o.encrypted, o.startedAt, o.now],
  );
}

export interface AnswerRow extends Record<string, unknown> {
  encrypted: Buffer;
  startedAt: Date;
  answeredAt: Date;
}

/** All answers of a party, oldest first. */
export async function findAnswers(db: Client, partyId: string): Promise<AnswerRow[]> {
  const { rows } = await db.query<AnswerRow>(
    `select answer_encrypted as encrypted, started_at as "startedAt", answered_at as "answeredAt" from party_answer
     where party_id = $1 order by id`,
    [partyId],
  );
  return rows;
}

/** Repeating the step adds a row; the newest is used. */
export async function insertConsent(
  db: Client,
  o: { partyId: string; words: string; version: number; now: Date },
): Promise<void> {
  await db.query('insert into party_consent (party_id, words, version, agreed_at) values ($1, $2, $3, $4)', [
    o.partyId,
    o.words,
    o.version,
    o.now,
  ]);
}

/** Consent words that the parties of a matter agreed to, oldest first. */
export async function findConsents(
  db: Client,
  matterId: string,
): Promise<{ partyId: string; words: string; version: number }[]> {
  const { rows } = await db.query<{ partyId: string; words: string; version: number }>(
    `select c.party_id as "partyId", c.words, c.version from party_consent c join matter_party p on p.id = c.party_id
     where p.matter_id = $1 order by c.id`,
    [matterId],
  );
  return rows;
}

/** @returns false if the party had already read it */
export async function insertReading(
  db: Client,
  o: { partyId: string; documentId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into party_reading (party_id, document_id, read_at) values ($1, $2, $3) on conflict do nothing',
    [o.partyId, o.documentId, o.now],
  );
  return rowCount === 1;
}

/** Documents that a party read to the end. */
export async function findReadings(db: Client, partyId: string): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>('select document_id as id from party_reading where party_id = $1', [
    partyId,
  ]);
  return new Set(rows.map(({ id }) => id));
}
