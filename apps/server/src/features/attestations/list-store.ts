import {
  type AttestationCost,
  type AttestationState,
  type AttestationSummary,
  type CustodyEvent,
  type Failure,
  type ProofRung,
  type sortings,
  type WorkStep,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Conditions } from '../../database/conditions.ts';
import { listPage } from '../../database/listing.ts';
import type { Submitter } from './submitting/submitter.ts';

/** The attestations of an account, as its people see them. Of another account's there is no row. */
export interface Holding {
  ano: string;
  url: string;
  name: string;
  title: string;
  remark: string;
  labels: string[];
  state: AttestationState;
  rung: ProofRung | null;
  step: WorkStep | null;
  isComplete: boolean | null;
  failure: Failure | null;
  sizeBytes: number | null;
  attempt: number;
  createdAt: Date;
  changedAt: Date;
  fence: string | null;
  certifiedPlace: string | null;
  manifestSha256: string | null;
  cost: AttestationCost | null;
  orderNo: string | null;
}

const columns = `ano, url, name, title, remark, labels, state, rung, step, is_complete as "isComplete", failure,
  size_bytes::float8 as "sizeBytes", attempt, created_at as "createdAt", changed_at as "changedAt", fence,
  certified_place as "certifiedPlace", encode(manifest_sha256, 'hex') as "manifestSha256",
  (select json_build_object('state', c.state, 'amountCents', c.balance_cents, 'packageUnits', c.package_units)
   from charge c where c.subject = ano order by c.id desc limit 1) as cost,
  (select no from purchase where id = order_id) as "orderNo"`;

export interface NewHolding {
  ano: string;
  accountId: string;
  loginId: string;
  /** Who ordered it: another than `loginId` where he acted as that. */
  personId: string;
  submitter: Submitter;
  url: string;
  labels: readonly string[];
  remark: string;
  /** Contract: CaptureJob, but for number and address. */
  job: object;
  autoConfirm: boolean;
  /** Whose payment it waits for; null where it waits for a node. */
  orderId: string | null;
}

export async function insertHolding(db: Client, o: NewHolding): Promise<void> {
  // Those that are ordered at once are in the order in which they are named: lists go by it.
  await db.query(
    `insert into attestation
       (ano, account_id, login_id, person_id, url, labels, remark, job, auto_confirm, order_id, state, submitter,
        rung, created_at, changed_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'received', at, at from clock_timestamp() at`,
    [
      o.ano,
      o.accountId,
      o.loginId,
      o.personId,
      o.url,
      o.labels,
      o.remark,
      JSON.stringify(o.job),
      o.autoConfirm,
      o.orderId,
      o.orderId === null ? 'queuing' : 'unpaid',
      JSON.stringify(o.submitter),
    ],
  );
}

/** In the order in which they are asked for. */
export async function holdingsOf(db: Client, accountId: string, anos: readonly string[]): Promise<Holding[]> {
  const { rows } = await db.query({
    name: 'holdings-of',
    text: `select ${columns} from attestation where account_id = $1 and ano = any($2) order by array_position($2, ano)`,
    values: [accountId, anos],
  });
  return rows as unknown as Holding[];
}

/** As above, of one; nobody else changes it until the transaction ends. */
export async function lockHolding(db: Client, accountId: string, ano: string): Promise<Holding | undefined> {
  const sql = `select ${columns} from attestation where account_id = $1 and ano = $2 for update`;
  return (await db.query(sql, [accountId, ano])).rows[0] as Holding | undefined;
}

export interface Wanted {
  search?: string;
  states?: readonly AttestationState[] | undefined;
  labels?: readonly string[] | undefined;
  anos?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort?: (typeof sortings)[number];
  order?: 'descend' | 'ascend';
  page: number;
  size: number;
}

const sortColumns = { createdAt: 'created_at', changedAt: 'changed_at', name: 'name' } as const;

export async function listHoldings(
  db: Client,
  accountId: string,
  wanted: Wanted,
): Promise<{ rows: Holding[]; total: number }> {
  const conditions = conditionsOf(accountId, wanted);
  const { values } = conditions;
  const direction = wanted.order === 'ascend' ? 'asc' : 'desc';
  const by = `${sortColumns[wanted.sort ?? 'createdAt']} ${direction}, ano`;
  // Of lists that are not narrowed down there are few, and everybody looks at them.
  const name = values.length === 1 ? `holdings by ${by}` : undefined;
  return listPage<Holding>(db, { columns, from: 'attestation', where: `${conditions}`, by, values, name }, wanted);
}

function conditionsOf(accountId: string, wanted: Wanted): Conditions {
  const conditions = new Conditions()
    .add('account_id = $', accountId)
    .add('state = any($)', wanted.states)
    .add('labels @> $', wanted.labels)
    .add('ano = any($)', wanted.anos)
    .add('created_at >= $', wanted.from)
    .add('created_at < $', wanted.to);
  for (const word of (wanted.search ?? '').toLowerCase().split(/\s+/).filter(Boolean))
    conditions.add('searched like $', `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return conditions;
}

export async function labelCounts(db: Client, accountId: string): Promise<{ label: string; count: number }[]> {
  const { rows } = await db.query<{ label: string; count: number }>(
    `select label, count(*)::int as count from attestation, unnest(labels) as label
     where account_id = $1 group by label order by count desc, label limit 500`,
    [accountId],
  );
  return rows;
}

export interface Edit {
  name?: string | undefined;
  remark?: string | undefined;
  labels?: readonly string[] | undefined;
}

/** False where the account has no such attestation. */
export async function editHolding(db: Client, accountId: string, ano: string, edit: Edit): Promise<boolean> {
  const { rowCount } = await db.query(
    `update attestation set name = coalesce($3, name), remark = coalesce($4, remark), labels = coalesce($5, labels)
     where account_id = $1 and ano = $2`,
    [accountId, ano, edit.name, edit.remark, edit.labels],
  );
  return rowCount === 1;
}

/** Oldest first. People are named by the account's own names for them. */
export async function custodyOf(db: Client, ano: string): Promise<CustodyEvent[]> {
  const { rows } = await db.query<Omit<CustodyEvent, 'at'> & { at: Date }>({
    name: 'custody-of',
    text: `select e.at, e.attempt, e.event, coalesce(l.name, e.by) as by, p.name as "actedBy", e.said
       from attestation_event e left join login l on l.id::text = e.by left join login p on p.id = e.person_id
       where e.ano = $1 order by e.id`,
    values: [ano],
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Path of a file of the evidence, as the site asks for it. */
export const fileAddress = (ano: string, path: string): string =>
  `/creditor/attestations/file/${encodeURIComponent(ano)}?path=${encodeURIComponent(path)}`;

export function summaryOf(row: Holding): AttestationSummary {
  const hasPicture = row.isComplete !== null && row.state !== 'cancelled' && row.state !== 'failed';
  return {
    ano: row.ano,
    kind: 'page',
    url: row.url,
    name: row.name || row.title || row.url,
    remark: row.remark,
    labels: row.labels,
    state: row.state,
    rung: row.rung,
    step: row.step,
    isComplete: row.isComplete,
    failure: row.failure,
    thumbnail: hasPicture ? fileAddress(row.ano, 'data/thumbnail.jpg') : null,
    sizeBytes: row.sizeBytes,
    attempt: row.attempt,
    cost: row.cost,
    orderNo: row.orderNo,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}
