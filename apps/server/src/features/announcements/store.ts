import {
  type AnnouncementDraft,
  type AnnouncementEvent,
  type AnnouncementState,
  type AnnouncementWho,
  announcementStateTable,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { Lifecycle } from '../../kit/transition.ts';

interface Words {
  title: { zh: string; en: string };
  text: { zh: string; en: string };
}

interface Row {
  id: string;
  state: AnnouncementState;
  titleZh: string;
  titleEn: string;
  textZh: string;
  textEn: string;
  by: string;
  createdAt: Date;
  publishedAt: Date | null;
  correctedAt: Date | null;
  withdrawnAt: Date | null;
  earlier: EarlierRow[];
}

/** Stored as JSON, in which times are text. */
interface EarlierRow {
  titleZh: string;
  titleEn: string;
  textZh: string;
  textEn: string;
  until: string;
  correctedBy: string;
}

const columns = `a.id, a.state, a.title_zh as "titleZh", a.title_en as "titleEn", a.text_zh as "textZh", a.text_en as "textEn",
  s.name as by, a.created_at as "createdAt", a.published_at as "publishedAt",
  a.corrected_at as "correctedAt", a.withdrawn_at as "withdrawnAt",
  coalesce((select json_agg(json_build_object('titleZh', e.title_zh, 'titleEn', e.title_en, 'textZh', e.text_zh,
      'textEn', e.text_en, 'until', e.until, 'correctedBy', o.name) order by e.id desc)
    from announcement_earlier e join staff o on o.id = e.corrected_by where e.announcement_id = a.id), '[]') as earlier`;
const written = { columns, from: 'announcement a', joins: 'join staff s on s.id = a.created_by', values: [] };
const isPublished = `a.state = 'published'`;

const wordsOf = ({ titleZh, titleEn, textZh, textEn }: Omit<EarlierRow, 'until' | 'correctedBy'>): Words => ({
  title: { zh: titleZh, en: titleEn },
  text: { zh: textZh, en: textEn },
});

function draftOf(row: Row): AnnouncementDraft {
  const { id, state, by, createdAt, publishedAt, correctedAt, withdrawnAt, earlier } = row;
  return {
    id,
    state,
    ...wordsOf(row),
    by,
    createdAt: createdAt.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
    correctedAt: correctedAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    earlier: earlier.map((one) => ({
      ...wordsOf(one),
      until: new Date(one.until).toISOString(),
      correctedBy: one.correctedBy,
    })),
  };
}

export async function publishedAnnouncements(db: Client, { page, size }: Page) {
  const listing = { ...written, where: isPublished, by: 'a.published_at desc, a.id desc' };
  const { rows, total } = await listPage<Row & { publishedAt: Date }>(db, listing, { page, size });
  const list = rows.map((row) => ({
    id: row.id,
    ...wordsOf(row),
    publishedAt: row.publishedAt.toISOString(),
    correctedAt: row.correctedAt?.toISOString() ?? null,
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
    `insert into announcement (state, title_zh, title_en, text_zh, text_en, created_by, created_at)
     values ('draft', $1, $2, $3, $4, $5, $6) returning id`,
    [title.zh, title.en, text.zh, text.en, staffId, now],
  );
  return rows[0]?.id ?? '';
}

export async function findAnnouncement(db: Client, id: string): Promise<AnnouncementDraft | undefined> {
  const { from, joins } = written;
  const { rows } = await db.query<Row & object>(`select ${columns} from ${from} ${joins} where a.id = $1`, [id]);
  return rows.map(draftOf)[0];
}

/** Stores the current text of an announcement before a correction. */
export async function keepEarlier(
  db: Client,
  id: string,
  { staffId, now }: { staffId: string; now: Date },
): Promise<void> {
  await db.query(
    `insert into announcement_earlier (announcement_id, title_zh, title_en, text_zh, text_en, until, corrected_by)
     select id, title_zh, title_en, text_zh, text_en, $2, $3 from announcement where id = $1 for update`,
    [id, now, staffId],
  );
}

/** An announcement's history is its times, its earlier texts and the audit trail that each call writes. */
export const announcementLifecycle: Lifecycle<AnnouncementState, AnnouncementEvent, AnnouncementWho, null> = {
  table: announcementStateTable,
  relation: 'announcement',
  key: 'id',
  async record() {},
};

export const wordColumns = ({ title, text }: Words) => ({
  title_zh: title.zh,
  title_en: title.en,
  text_zh: text.zh,
  text_en: text.en,
});
