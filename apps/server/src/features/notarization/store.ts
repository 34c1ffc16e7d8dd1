import type {
  CorrectionItem,
  MatterKind,
  MatterPauseReason,
  MatterQueue,
  MatterState,
  MatterView,
  NotarizableAttestation,
  VerifiedEvidence,
} from '@proofkeep/contract';
import { matterStates, queueOf, statesInView } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage, type Page } from '../../database/listing.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import type { Pause } from './clock/working-days.ts';

/** A row of `matter`, which only this file and the life cycle write. */
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
  createdAt: Date;
  changedAt: Date;
  acceptedAt: Date | null;
  endedAt: Date | null;
  /** The applicant has a required step that is open. */
  hasOpenStep: boolean;
  /** Names of the parties, the applicant's first; empty before it is submitted. */
  partyNames: string[];
  pauses: MatterPause[];
}

/** A pause of the office's deadline, as the database writes it. */
export interface MatterPause {
  reason: MatterPauseReason | 'parties';
  beganAt: string;
  endedAt: string | null;
}

/** Whether a party of a role has an open step; the applicant's agents act for them. */
const openStep = `exists (select from matter_step s join matter_party p on p.id = s.party_id
  where s.matter_id = m.id and s.state = 'open' and p.role <> 'counterparty')`;

const columns = `m.id, m.no, m.account_id as "accountId", m.login_id as "loginId", m.kind, m.state, m.version,
  m.office_id as "officeId", o.name as "officeName", o.address as "officeAddress",
  o.phone as "officePhone", m.notary_id as "notaryId", n.name as "notaryName",
  m.content_encrypted as "contentEncrypted", m.corrections, m.questions_encrypted as "questionsEncrypted",
  m.fee_units as "feeUnits", m.fee_price_version as "feePriceVersion",
  m.fee_cents as "feeCents", m.is_fee_waived as "isFeeWaived", m.order_id as "orderId",
  b.no as "orderNo", m.reason, m.deed_no as "deedNo", m.created_at as "createdAt", m.changed_at as "changedAt",
  m.accepted_at as "acceptedAt", m.ended_at as "endedAt", ${openStep} as "hasOpenStep",
  coalesce((select json_agg(p.name order by p.place) from matter_party p where p.matter_id = m.id), '[]') as "partyNames",
  coalesce((select json_agg(json_build_object('reason', a.reason, 'beganAt', a.began_at, 'endedAt', a.ended_at) order by a.began_at)
    from matter_pause a where a.matter_id = m.id), '[]') as pauses`;
const joins = `left join notary_office o on o.id = m.office_id left join staff n on n.id = m.notary_id
  left join order_ b on b.id = m.order_id`;

export const pausesOf = ({ pauses }: Pick<MatterDbRow, 'pauses'>): Pause[] =>
  pauses.map(({ beganAt, endedAt }) => ({
    beganAt: new Date(beganAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
  }));

export async function findMatter(db: Client, id: string): Promise<MatterDbRow | undefined> {
  const { rows } = await db.query<MatterDbRow>(`select ${columns} from matter m ${joins} where m.id = $1`, [id]);
  return rows[0];
}

/**
 * Locks a matter until the transaction ends and returns it as it is then. Lock order: orders before matters, matters before
 * money (docs/ARCHITECTURE.md).
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
  const { rows } = await db.query<MatterDbRow>(`select ${columns} from matter m ${joins} where m.order_id = $1`, [
    orderId,
  ]);
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
    `insert into matter (id, no, account_id, login_id, kind, office_id, notary_id, content_encrypted, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
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

export async function updateQuestions(db: Client, id: string, encrypted: Buffer, now: Date): Promise<void> {
  await db.query('update matter set questions_encrypted = $2, changed_at = $3, version = version + 1 where id = $1', [
    id,
    encrypted,
    now,
  ]);
}

/** Replaces what a matter refers to: attestations by number and uploads by code. */
export async function replaceReferences(
  db: Client,
  o: { matterId: string; evidence: readonly string[]; materials: readonly { code: string; fileId: string }[] },
): Promise<void> {
  await db.query('delete from matter_evidence where matter_id = $1', [o.matterId]);
  await db.query(
    'insert into matter_evidence (matter_id, ano, place) select $1, ano, place from unnest($2::text[]) with ordinality as e (ano, place)',
    [o.matterId, o.evidence],
  );
  await db.query('delete from matter_material where matter_id = $1', [o.matterId]);
  await db.query(
    `insert into matter_material (matter_id, upload_id, code, place)
     select $1, file, code, place from unnest($2::uuid[], $3::text[]) with ordinality as e (file, code, place)`,
    [o.matterId, o.materials.map(({ fileId }) => fileId), o.materials.map(({ code }) => code)],
  );
}

export async function findMaterials(db: Client, matterId: string): Promise<{ code: string; fileId: string }[]> {
  const { rows } = await db.query<{ code: string; fileId: string }>(
    'select code, upload_id as "fileId" from matter_material where matter_id = $1 order by place',
    [matterId],
  );
  return rows;
}

export interface EvidenceRow extends NotarizableAttestation {
  /** Its newest verification; null since the application was submitted. */
  verification: VerifiedEvidence | null;
  /** Hex; null before it is sealed. */
  manifestSha256: string | null;
}

export async function findEvidence(db: Client, matterId: string): Promise<EvidenceRow[]> {
  const { rows } = await db.query<Omit<EvidenceRow, 'createdAt'> & { createdAt: Date }>(
    `select a.ano, coalesce(nullif(a.name, ''), nullif(a.title, ''), a.url) as name, a.state, a.created_at as "createdAt",
       e.verification, encode(a.manifest_sha256, 'hex') as "manifestSha256"
     from matter_evidence e join attestation a on a.ano = e.ano where e.matter_id = $1 order by e.place`,
    [matterId],
  );
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Keeps the newest verification of an attestation for a matter. */
export async function setVerification(db: Client, matterId: string, verified: VerifiedEvidence): Promise<void> {
  await db.query('update matter_evidence set verification = $3 where matter_id = $1 and ano = $2', [
    matterId,
    verified.ano,
    JSON.stringify(verified),
  ]);
}

/** Attestations of submitted matters, with the matter of each. */
export async function listUsedEvidence(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  page: Page,
): Promise<{ rows: (NotarizableAttestation & { matterId: string; matterNo: string })[]; total: number }> {
  const conditions = new Conditions()
    .add('m.account_id = $', accountId)
    .add('m.login_id = $', loginId ?? undefined)
    .add('a.login_id = $', loginId ?? undefined);
  const { rows, total } = await listPage<
    Omit<NotarizableAttestation, 'createdAt'> & { createdAt: Date; matterId: string; matterNo: string }
  >(
    db,
    {
      columns: `a.ano, coalesce(nullif(a.name, ''), nullif(a.title, ''), a.url) as name, a.state, a.created_at as "createdAt",
        m.id as "matterId", m.no as "matterNo"`,
      from: 'matter_evidence e join matter m on m.id = e.matter_id join attestation a on a.ano = e.ano',
      where: `${conditions}`,
      by: 'm.changed_at desc, e.place',
      values: conditions.values,
    },
    page,
  );
  return { rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total };
}

/** Adds the condition that a view lists a matter, derived from `turnOf`. */
function addView(conditions: Conditions, view: MatterView): void {
  if (view === 'all') return;
  const { withOpenStep, without } = statesInView(view, 'applicant');
  const both = withOpenStep.filter((state) => without.includes(state));
  const only = (states: readonly MatterState[]) => states.filter((state) => !both.includes(state));
  const lists = [
    both.length > 0 && `m.state in (${quoted(both)})`,
    only(withOpenStep).length > 0 && `m.state in (${quoted(only(withOpenStep))}) and ${openStep}`,
    only(without).length > 0 && `m.state in (${quoted(only(without))}) and not ${openStep}`,
  ].filter((condition) => condition !== false);
  conditions.also(`(${lists.map((condition) => `(${condition})`).join(' or ') || 'false'})`);
}

/** States are constants of the contract, never input. */
const quoted = (states: readonly MatterState[]): string => states.map((state) => `'${state}'`).join(', ');

const like = (search: string): string | undefined =>
  search === '' ? undefined : `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
const searched = `(lower(m.no) like $ or exists (select from matter_party q where q.matter_id = m.id and lower(q.name) like $))`;

export async function listMatters(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  { view, search, ...page }: Page & { view: MatterView; search: string },
): Promise<{ rows: MatterDbRow[]; total: number }> {
  const conditions = new Conditions()
    .add('m.account_id = $', accountId)
    .add('m.login_id = $', loginId ?? undefined)
    .add(searched, like(search));
  addView(conditions, view);
  const listing = { columns, from: 'matter m', joins, where: `${conditions}`, by: 'm.changed_at desc, m.id' };
  return listPage<MatterDbRow>(db, { ...listing, values: conditions.values }, page);
}

/** How many matters of a scope are in each state, with and without an open step of the applicant. */
export async function countByState(
  db: Client,
  { accountId, loginId }: EvidenceScope,
): Promise<{ state: MatterState; hasOpenStep: boolean; count: number }[]> {
  const { rows } = await db.query<{ state: MatterState; hasOpenStep: boolean; count: number }>(
    `select m.state, ${openStep} as "hasOpenStep", count(*)::int as count from matter m
     where m.account_id = $1 and ($2::uuid is null or m.login_id = $2) group by 1, 2`,
    [accountId, loginId],
  );
  return rows;
}

const statesIn = (queue: MatterQueue): MatterState[] => matterStates.filter((state) => queueOf(state) === queue);

export async function listQueue(
  db: Client,
  officeId: string,
  {
    queue,
    search,
    whose,
    staffId,
    ...page
  }: Page & { queue: MatterQueue; search: string; whose: 'all' | 'mine' | 'nobody'; staffId: string },
): Promise<{ rows: MatterDbRow[]; total: number }> {
  const conditions = new Conditions()
    .add('m.office_id = $', officeId)
    .add('m.state = any($)', statesIn(queue))
    .add('m.notary_id = $', whose === 'mine' ? staffId : undefined)
    .add(searched, like(search));
  if (whose === 'nobody') conditions.also('m.notary_id is null');
  const direction = queue === 'done' ? 'desc' : 'asc';
  const listing = { columns, from: 'matter m', joins, where: `${conditions}`, by: `m.changed_at ${direction}, m.id` };
  return listPage<MatterDbRow>(db, { ...listing, values: conditions.values }, page);
}

/** How many matters of an office each queue has. */
export async function countQueues(db: Client, officeId: string): Promise<Map<MatterQueue, number>> {
  const { rows } = await db.query<{ state: MatterState; count: number }>(
    'select state, count(*)::int as count from matter where office_id = $1 group by state',
    [officeId],
  );
  const counts = new Map<MatterQueue, number>();
  for (const { state, count } of rows) {
    const queue = queueOf(state);
    if (queue) counts.set(queue, (counts.get(queue) ?? 0) + count);
  }
  return counts;
}

/** Begins a pause of the office's deadline unless one is open. A pause that began and ended at the same moment goes on. */
export async function beginPause(
  db: Client,
  { matterId, reason, now }: { matterId: string; reason: MatterPause['reason']; now: Date },
): Promise<void> {
  await db.query(
    `insert into matter_pause (matter_id, reason, began_at) select $1, $2, $3
     where not exists (select from matter_pause where matter_id = $1 and ended_at is null)
     on conflict (matter_id, began_at) do update set reason = excluded.reason, ended_at = null`,
    [matterId, reason, now],
  );
}

/**
 * Matters in a state in which nothing happened since a time: neither to themselves nor in their journals.
 * `isReminded`: the last reminder since then was before `remindedBefore`; otherwise there was none since that time.
 */
export interface Idle {
  state: MatterState;
  idleSince: Date;
  remindedBefore: Date;
  isReminded: boolean;
}

const idle = ({ isReminded }: Idle): string => `state = $1 and ended_at is null and changed_at < $2
  and ${
    isReminded
      ? 'reminded_at >= changed_at and reminded_at < $3'
      : '(reminded_at is null or reminded_at < changed_at or reminded_at < $3)'
  } and not exists (select from matter_journal j where j.matter_id = matter.id and j.at >= $2)`;

/** Those that wait longest first. */
export async function findIdleMatters(db: Client, o: Idle): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(`select id from matter where ${idle(o)} order by changed_at`, [
    o.state,
    o.idleSince,
    o.remindedBefore,
  ]);
  return rows.map(({ id }) => id);
}

/** Locks a matter until the transaction ends. @returns undefined if it is no longer idle, or somebody else has the lock */
export async function lockIdleMatter(db: Client, id: string, o: Idle): Promise<MatterDbRow | undefined> {
  const { rowCount } = await db.query(`select from matter where ${idle(o)} and id = $4 for no key update skip locked`, [
    o.state,
    o.idleSince,
    o.remindedBefore,
    id,
  ]);
  return rowCount === 1 ? findMatter(db, id) : undefined;
}

export async function setReminded(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update matter set reminded_at = $2 where id = $1', [id, now]);
}

/** How many matters that have not ended each notary of an office handles. */
export async function countOpenMatters(db: Client, officeId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ notaryId: string; count: number }>(
    `select notary_id as "notaryId", count(*)::int as count from matter
     where office_id = $1 and notary_id is not null and ended_at is null group by notary_id`,
    [officeId],
  );
  return new Map(rows.map(({ notaryId, count }) => [notaryId, count]));
}

/** @param o.except an open pause for this reason goes on */
export async function endPause(
  db: Client,
  matterId: string,
  now: Date,
  o: { except?: MatterPause['reason'] } = {},
): Promise<void> {
  await db.query(
    'update matter_pause set ended_at = $2 where matter_id = $1 and ended_at is null and reason is distinct from $3',
    [matterId, now, o.except ?? null],
  );
}

/** Gives a matter to a notary. */
export async function setNotary(db: Client, o: { id: string; notaryId: string; now: Date }): Promise<void> {
  await db.query('update matter set notary_id = $2, changed_at = $3, version = version + 1 where id = $1', [
    o.id,
    o.notaryId,
    o.now,
  ]);
}

/** Marks a change beside the life cycle, so that a decision about what was seen before is refused. */
export async function bumpVersion(db: Client, id: string, now: Date): Promise<void> {
  await db.query('update matter set changed_at = $2, version = version + 1 where id = $1', [id, now]);
}

export async function insertDeed(db: Client, o: { matterId: string; statement: string }): Promise<void> {
  await db.query('insert into matter_deed (matter_id, statement) values ($1, $2)', [o.matterId, o.statement]);
}

/** What a deed states in public: RFC 8785 text. Undefined before the deed is issued. */
export async function findDeed(db: Client, matterId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ statement: string }>('select statement from matter_deed where matter_id = $1', [
    matterId,
  ]);
  return rows[0]?.statement;
}

/** A submitted matter by its public number. */
export async function findMatterByNo(db: Client, no: string): Promise<MatterDbRow | undefined> {
  const { rows } = await db.query<MatterDbRow>(
    `select ${columns} from matter m ${joins} where m.no = $1 and m.state <> 'draft'`,
    [no],
  );
  return rows[0];
}
