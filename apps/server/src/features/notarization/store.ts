import type { CorrectionItem, MatterKind, MatterState } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { MatterPause } from './pause-store.ts';

/** A row of `matter`. Only this file and the life cycle write it. */
export interface MatterDbRow extends Record<string, unknown> {
  id: string;
  no: string;
  accountId: string;
  loginId: string;
  kind: MatterKind;
  state: MatterState;
  version: number;
  officeId: string | null;
  officeName: string | null;
  officeAddress: string | null;
  officePhone: string | null;
  notaryId: string | null;
  notaryName: string | null;
  contentEncrypted: Buffer;
  /** Draft of a correction; null if none was saved. */
  correctionEncrypted: Buffer | null;
  corrections: CorrectionItem[];
  questionsEncrypted: Buffer | null;
  feeUnits: number | null;
  feePriceVersion: number | null;
  feeCents: number | null;
  isFeeWaived: boolean;
  orderId: string | null;
  orderNo: string | null;
  reason: string | null;
  deedNo: string | null;
  carrier: string | null;
  trackingNo: string | null;
  shippedAt: Date | null;
  createdAt: Date;
  changedAt: Date;
  acceptedAt: Date | null;
  endedAt: Date | null;
  /** Whether the applicant has an open required step. */
  hasOpenStep: boolean;
  /** Names of the parties, the applicant first; empty before submission. */
  partyNames: string[];
  pauses: MatterPause[];
}

export const matterColumns = `m.id, m.no, m.account_id as "accountId", m.login_id as "loginId", m.kind, m.state, m.version,
  m.office_id as "officeId", o.name as "officeName", o.address as "officeAddress",
  o.phone as "officePhone", m.notary_id as "notaryId", n.name as "notaryName",
  m.content_encrypted as "contentEncrypted", m.correction_encrypted as "correctionEncrypted", m.corrections, m.questions_encrypted as "questionsEncrypted",
  m.fee_units as "feeUnits", m.fee_price_version as "feePriceVersion",
  m.fee_cents as "feeCents", m.is_fee_waived as "isFeeWaived", m.order_id as "orderId",
  b.no as "orderNo", m.reason, m.deed_no as "deedNo", m.carrier, m.tracking_no as "trackingNo", m.shipped_at as "shippedAt", m.created_at as "createdAt", m.changed_at as "changedAt",
  m.accepted_at as "acceptedAt", m.ended_at as "endedAt", m.has_open_step as "hasOpenStep",
  coalesce((select json_agg(p.name order by p.place) from matter_party p where p.matter_id = m.id), '[]') as "partyNames",
  coalesce((select json_agg(json_build_object('reason', a.reason, 'beganAt', a.began_at, 'endedAt', a.ended_at) order by a.began_at)
    from matter_pause a where a.matter_id = m.id), '[]') as pauses`;

export const matterJoins = `left join notary_office o on o.id = m.office_id left join staff n on n.id = m.notary_id
  left join order_ b on b.id = m.order_id`;

export async function findMatter(db: Client, id: string): Promise<MatterDbRow | undefined> {
  const { rows } = await db.query<MatterDbRow>(`select ${matterColumns} from matter m ${matterJoins} where m.id = $1`, [
    id,
  ]);
  return rows[0];
}

/**
 * Locks a matter until the transaction ends and returns its current row. Lock order: orders before matters, matters
 * before money (docs/ARCHITECTURE.md).
 */
export async function lockMatter(db: Client, id: string): Promise<MatterDbRow | undefined> {
  await db.query('select from matter where id = $1 for no key update', [id]);
  return findMatter(db, id);
}

/** Locks the matter that waits for an order. */
export async function lockMatterOfOrder(db: Client, orderId: string): Promise<MatterDbRow | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from matter where order_id = $1 and state = 'paying' for no key update`,
    [orderId],
  );
  return rows[0] && findMatter(db, rows[0].id);
}

/** The matter whose fee an order is for, in any state. */
export async function findMatterOfOrder(db: Client, orderId: string): Promise<MatterDbRow | undefined> {
  const { rows } = await db.query<MatterDbRow>(
    `select ${matterColumns} from matter m ${matterJoins} where m.order_id = $1`,
    [orderId],
  );
  return rows[0];
}

interface NewMatter {
  id: string;
  no: string;
  accountId: string;
  loginId: string;
  kind: MatterKind;
  officeId: string | null;
  notaryId: string | null;
  contentEncrypted: Buffer;
  now: Date;
}

export async function insertMatter(db: Client, o: NewMatter): Promise<void> {
  await db.query(
    `insert into matter (id, no, account_id, login_id, kind, office_id, notary_id, content_encrypted, created_at, changed_at, grams)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, search_grams(array[$2]))`,
    [o.id, o.no, o.accountId, o.loginId, o.kind, o.officeId, o.notaryId, o.contentEncrypted, o.now],
  );
}

export async function updateContent(
  db: Client,
  o: Pick<NewMatter, 'id' | 'kind' | 'officeId' | 'notaryId' | 'contentEncrypted' | 'now'>,
): Promise<void> {
  await db.query(
    `update matter set kind = $2, office_id = $3, notary_id = $4, content_encrypted = $5, changed_at = $6, version = version + 1
     where id = $1`,
    [o.id, o.kind, o.officeId, o.notaryId, o.contentEncrypted, o.now],
  );
}

/**
 * Stores the draft of a correction apart from the submitted application: version and content that the office sees stay
 * the same. Counts as activity: a matter expires if its applicant does nothing, not while they type.
 */
export async function updateCorrection(db: Client, o: { id: string; encrypted: Buffer; now: Date }): Promise<void> {
  await db.query('update matter set correction_encrypted = $2, changed_at = $3 where id = $1', [
    o.id,
    o.encrypted,
    o.now,
  ]);
}

export async function updateQuestions(db: Client, id: string, encrypted: Buffer, now: Date): Promise<void> {
  await db.query('update matter set questions_encrypted = $2, changed_at = $3, version = version + 1 where id = $1', [
    id,
    encrypted,
    now,
  ]);
}

/** Assigns a matter to a notary. */
export async function setNotary(db: Client, o: { id: string; notaryId: string; now: Date }): Promise<void> {
  await db.query('update matter set notary_id = $2, changed_at = $3, version = version + 1 where id = $1', [
    o.id,
    o.notaryId,
    o.now,
  ]);
}

export async function setShipment(
  db: Client,
  o: { id: string; carrier: string; trackingNo: string; now: Date },
): Promise<void> {
  await db.query(
    'update matter set carrier = $2, tracking_no = $3, shipped_at = $4, changed_at = $4, version = version + 1 where id = $1',
    [o.id, o.carrier, o.trackingNo, o.now],
  );
}

/** Marks a change outside the life cycle, so that decisions based on the earlier version are refused. */
export async function bumpVersion(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update matter set changed_at = $2, version = version + 1 where id = $1', [id, now]);
}

export async function insertDeed(db: Client, o: { matterId: string; statement: string }): Promise<void> {
  await db.query('insert into matter_deed (matter_id, statement) values ($1, $2)', [o.matterId, o.statement]);
}

/** The public statement of a deed as RFC 8785 text; undefined before the deed is issued. */
export async function findDeed(db: Client, matterId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ statement: string }>('select statement from matter_deed where matter_id = $1', [
    matterId,
  ]);
  return rows[0]?.statement;
}

/** A submitted matter by its public number. */
export async function findMatterByNo(db: Client, no: string): Promise<MatterDbRow | undefined> {
  const { rows } = await db.query<MatterDbRow>(
    `select ${matterColumns} from matter m ${matterJoins} where m.no = $1 and m.state <> 'draft'`,
    [no],
  );
  return rows[0];
}

/** Stores in the matter's row whether anyone on the applicant's side, agents included, has an open step. */
export async function keepOpenStep(db: Client, of: { matterId: string } | { stepId: string }): Promise<void> {
  const [column, key] = 'matterId' in of ? ['matter_id', of.matterId] : ['id', of.stepId];
  await db.query(
    `update matter m set has_open_step = found.is_open from (
       select t.matter_id, exists (select from matter_step s join matter_party p on p.id = s.party_id
         where s.matter_id = t.matter_id and s.state = 'open' and p.role <> 'counterparty') as is_open
       from matter_step t where t.${column} = $1 limit 1) found
     where m.id = found.matter_id and m.has_open_step <> found.is_open`,
    [key],
  );
}

/** Keeps what a search looks up: a matter's number and the names of its parties. */
export async function keepGrams(db: Client, id: string, names: readonly string[]): Promise<void> {
  await db.query('update matter set grams = search_grams(no || $2::text[]) where id = $1', [id, names]);
}

export async function setReminded(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update matter set reminded_at = $2 where id = $1', [id, now]);
}
