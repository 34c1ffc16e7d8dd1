import type { Announcement, AnnouncementDraft } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage, type Page } from '../../database/listing.ts';

interface Words {
  title: { zh: string; en: string };
  text: { zh: string; en: string };
}

interface Row {
  id: string;
  titleZh: string;
  titleEn: string;
  textZh: string;
  textEn: string;
  by: string;
  createdAt: Date;
  publishedAt: Date | null;
  withdrawnAt: Date | null;
}

const columns = `a.id, a.title_zh as "titleZh", a.title_en as "titleEn", a.text_zh as "textZh", a.text_en as "textEn",
  s.name as by, a.created_at as "createdAt", a.published_at as "publishedAt", a.withdrawn_at as "withdrawnAt"`;
const written = { columns, from: 'announcement a', told: 'join staff s on s.id = a.created_by', values: [] };
const isPublished = 'a.published_at is not null and a.withdrawn_at is null';

const wordsOf = ({ titleZh, titleEn, textZh, textEn }: Row): Words => ({
  title: { zh: titleZh, en: titleEn },
  text: { zh: textZh, en: textEn },
});

function draftOf(row: Row): AnnouncementDraft {
  const { id, by, createdAt, publishedAt, withdrawnAt } = row;
  return {
    id,
    state: withdrawnAt ? 'withdrawn' : publishedAt ? 'published' : 'draft',
    ...wordsOf(row),
    by,
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}

export async function publishedAnnouncements(db: Client, { page, size }: Page) {
  const listing = { ...written, where: isPublished, by: 'a.published_at desc, a.id desc' };
  const { rows, total } = await listPage<Row & { publishedAt: Date }>(db, listing, { page, size });
  const list: Announcement[] = rows.map((row) => ({
    id: row.id,
    ...wordsOf(row),
    publishedAt: row.publishedAt.toISOString(),
  }));
  return { list, total };
}

export async function allAnnouncements(db: Client, { page, size }: Page) {
  const listing = { ...written, where: 'true', by: 'a.id desc' };
  const { rows, total } = await listPage<Row>(db, listing, { page, size });
  return { list: rows.map(draftOf), total };
}

export async function insertAnnouncement(
  db: Client,
  { title, text, staffId, now }: Words & { staffId: string; now: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into announcement (title_zh, title_en, text_zh, text_en, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [title.zh, title.en, text.zh, text.en, staffId, now],
  );
  return rows[0]?.id ?? '';
}

/** Nobody else changes it until the transaction ends. */
export async function lockAnnouncement(db: Client, id: string): Promise<AnnouncementDraft | undefined> {
  const { from, told } = written;
  const { rows } = await db.query<Row & object>(
    `select ${columns} from ${from} ${told} where a.id = $1 for update of a`,
    [id],
  );
  return rows.map(draftOf)[0];
}

export async function updateWords(db: Client, id: string, { title, text }: Words): Promise<void> {
  await db.query('update announcement set title_zh = $2, title_en = $3, text_zh = $4, text_en = $5 where id = $1', [
    id,
    title.zh,
    title.en,
    text.zh,
    text.en,
  ]);
}

export async function setPublished(db: Client, id: string, at: Date): Promise<void> {
  await db.query('update announcement set published_at = $2 where id = $1', [id, at]);
}

export async function setWithdrawn(db: Client, id: string, at: Date): Promise<void> {
  await db.query('update announcement set withdrawn_at = $2 where id = $1', [id, at]);
}
