import type { AttestationKind, BlockKind, ProofRung, WorkStep } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import { insertNewSubmission } from './batch/submission-store.ts';
import { indexFacts } from './search/indexing.ts';
import { inScope } from './store.ts';
import type { Submitter } from './submitting/submitter.ts';

export interface NewAttestation {
  ano: string;
  accountId: string;
  loginId: string;
  /** The person who acts, possibly not the owner of `loginId`. */
  personId: string;
  submitter: Submitter;
  /** Absent if the row is a submission of its own, which is indexed at once; larger ones are indexed by a job. */
  submissionId?: string | undefined;
  kind: AttestationKind;
  /** Empty for anything but a page. */
  url: string;
  /** Number of files, digests or segments; null for a page. */
  fileCount: number | null;
  /** Minutes charged for a device's recording; absent for other kinds. */
  minutes?: number | undefined;
  name: string;
  /** Shown if it has no name. A page's title is known only after the capture. */
  title: string;
  labels: readonly string[];
  remark: string;
  /** A CaptureJob without its number and URL. */
  job: object;
  autoConfirm: boolean;
  /** The order to be paid first; null if it starts at once. */
  orderId: string | null;
}

/** Fields of a new row that is captured from a URL; its title is known after the capture. */
export const pageAt = (url: string, kind: 'page' | 'ecommerce') =>
  ({ kind, url, fileCount: null, name: '', title: '' }) as const;

/** Values that differ between the pages of a submission. */
export interface NewPage {
  ano: string;
  url: string;
  name: string;
  remark: string;
  labels: readonly string[];
  orderId: string | null;
  /** Fields of the job that this page overrides. */
  job: object;
}

/**
 * Inserts the pages of a submission in one statement, with distinct creation times, so lists show them in this order.
 */
export async function insertPages(
  db: Client,
  o: Pick<NewAttestation, 'accountId' | 'loginId' | 'personId' | 'submitter' | 'kind' | 'job' | 'autoConfirm'> & {
    submissionId: string;
  },
  pages: readonly NewPage[],
): Promise<void> {
  await db.query(
    `insert into attestation
       (ano, account_id, login_id, person_id, submission_id, kind, url, name, labels, remark, job, auto_confirm, order_id, state,
        submitter, rung, created_at, changed_at)
     select p.ano, $1, $2, $3, $4, $9, p.url, p.name, array(select json_array_elements_text(p.labels)), p.remark,
       ($5::jsonb || p.job)::json, $6, p."orderId",
       case when p."orderId" is null then 'queuing' else 'unpaid' end, $7, 'received', at + p.n * interval '1 microsecond',
       at + p.n * interval '1 microsecond'
     from (select clock_timestamp() as at) as begun, rows from (json_to_recordset($8) as
       (ano text, url text, name text, labels json, remark text, "orderId" uuid, job jsonb)) with ordinality
       as p (ano, url, name, labels, remark, "orderId", job, n)`,
    [
      o.accountId,
      o.loginId,
      o.personId,
      o.submissionId,
      JSON.stringify(o.job),
      o.autoConfirm,
      JSON.stringify(o.submitter),
      JSON.stringify(pages),
      o.kind,
    ],
  );
}

/** @returns the id of its submission */
export async function insertAttestation(db: Client, o: NewAttestation): Promise<string> {
  const { accountId, loginId, orderId } = o;
  const submissionId =
    o.submissionId ?? (await insertNewSubmission(db, { accountId, loginId, name: '', size: 1, orderId }));
  // Not `now()`, so lists show the attestations of a submission in the order in which they were submitted.
  await db.query(
    `insert into attestation
       (ano, account_id, login_id, person_id, kind, url, file_count, name, title, labels, remark, job, auto_confirm, order_id, state, submitter,
        submission_id, minutes, rung, created_at, changed_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 'received', at, at from clock_timestamp() at`,
    [
      o.ano,
      o.accountId,
      o.loginId,
      o.personId,
      o.kind,
      o.url,
      o.fileCount,
      o.name,
      o.title,
      o.labels,
      o.remark,
      JSON.stringify(o.job),
      o.autoConfirm,
      o.orderId,
      o.orderId === null ? 'queuing' : 'unpaid',
      JSON.stringify(o.submitter),
      submissionId,
      o.minutes ?? null,
    ],
  );
  if (!o.submissionId) await indexFacts(db, o.ano);
  return submissionId;
}

/**
 * Queues a copy of another attestation's page, with its options, labels and remark. The copy gets linked pages unless
 * they were submitted with the original. @param o.dismissConsent also dismisses overlays
 */
export async function insertCopy(
  db: Client,
  of: string,
  o: Pick<NewAttestation, 'ano' | 'loginId' | 'personId' | 'submitter'> & { dismissConsent: boolean },
): Promise<void> {
  await db.query(
    `insert into attestation
       (ano, account_id, login_id, person_id, submission_id, kind, url, name, labels, remark, job, auto_confirm, state, submitter,
        rung, created_at, changed_at)
     select $2, account_id, $3, $4, submission_id, kind, url, name, labels, remark,
       (job::jsonb || case when $6 then '{"dismissConsent": true}' else '{}' end::jsonb)::json,
       auto_confirm, 'queuing', $5, 'received', at, at
     from attestation, clock_timestamp() at where ano = $1`,
    [of, o.ano, o.loginId, o.personId, JSON.stringify(o.submitter), o.dismissConsent],
  );
  await indexFacts(db, o.ano);
}

/** Marks a page's linked pages as submitted, so a copy of it doesn't submit them again. */
export async function setLinksSubmitted(db: Client, ano: string): Promise<void> {
  const sql = `update attestation set job = (job::jsonb - 'linkedPages' - 'listLinks')::json where ano = $1`;
  await db.query(sql, [ano]);
}

/**
 * Submits a linked page for the same user with the same options, but without the signed-in profile: the user chose it
 * for the page they named, and following a link with it could sign out or change something.
 */
export async function insertLinked(
  db: Client,
  from: string,
  { ano, url }: { ano: string; url: string },
): Promise<void> {
  await db.query(
    `insert into attestation
       (ano, account_id, login_id, person_id, submission_id, kind, url, labels, remark, job, auto_confirm, state, submitter, rung,
        created_at, changed_at)
     select $2, account_id, login_id, person_id, submission_id, 'page', $3, labels, remark,
       (job::jsonb - 'linkedPages' - 'listLinks' - 'cookieProfileId')::json, auto_confirm, 'queuing', submitter, 'received', at, at
     from attestation, clock_timestamp() at where ano = $1`,
    [from, ano, url],
  );
}

/** An attestation that the command line captures itself. */
export async function insertLocalAttestation(db: Client, row: { ano: string; url: string }): Promise<void> {
  await db.query('insert into attestation (ano, url) values ($1, $2)', [row.ano, row.url]);
}

/** Files of the installation itself, which belong to no account. */
export async function insertLocalFiles(
  db: Client,
  { ano, title, fileCount }: { ano: string; title: string; fileCount: number },
): Promise<void> {
  await db.query(`insert into attestation (ano, kind, title, file_count) values ($1, 'files', $2, $3)`, [
    ano,
    title,
    fileCount,
  ]);
}

export interface Edit {
  name?: string | undefined;
  remark?: string | undefined;
  labels?: readonly string[] | undefined;
}

/** @returns false if the scope has no such attestation */
export async function editAttestation(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  ano: string,
  edit: Edit,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update attestation set name = coalesce($4, name), remark = coalesce($5, remark), labels = coalesce($6, labels)
     where ${inScope(1, 2)} and ano = $3`,
    [accountId, loginId, ano, edit.name, edit.remark, edit.labels],
  );
  return rowCount === 1;
}

export async function setRung(db: Client, ano: string, rung: ProofRung): Promise<void> {
  await db.query('update attestation set rung = $2 where ano = $1', [ano, rung]);
}

export async function setStep(db: Client, ano: string, step: WorkStep): Promise<void> {
  await db.query('update attestation set step = $2 where ano = $1', [ano, step]);
}

/**
 * Gives a capture to a node under a new fence, or submitted files to this service, whose lease doesn't expire. The
 * fence contains milliseconds, so that a database restored from a backup never issues a fence under which the store
 * already has files of an earlier lease.
 */
export async function grantLease(
  db: Client,
  ano: string,
  o: { node: string; until: Date } | { node: null; until: null },
): Promise<string> {
  const { rows } = await db.query<{ fence: string }>(
    `update attestation set
       fence = (extract(epoch from clock_timestamp()) * 1000)::bigint * 1000 + nextval('lease_fence') % 1000,
       node = $2, leased_until = $3, last_event = -1, step = null
     where ano = $1 returning fence`,
    [ano, o.node, o.until],
  );
  return (rows[0] as { fence: string }).fence;
}

/** @param o.lastEvent number of the last recorded event of the node */
export async function renewLease(db: Client, ano: string, o: { until: Date; lastEvent: number }): Promise<void> {
  await db.query('update attestation set leased_until = $2, last_event = $3 where ano = $1', [
    ano,
    o.until,
    o.lastEvent,
  ]);
}

export async function endLease(db: Client, ano: string): Promise<void> {
  await db.query('update attestation set leased_until = null where ano = $1', [ano]);
}

/** Stores what lists and searches show of a sealed attestation without opening its files. */
export async function setSealFacts(
  db: Client,
  ano: string,
  o: {
    manifestSha256: string;
    title: string;
    isComplete: boolean | null;
    sizeBytes: number;
    capturedAt: string | null;
    warning: BlockKind | null;
  },
): Promise<void> {
  await db.query(
    `update attestation set title = $2, is_complete = $3, size_bytes = $4, manifest_sha256 = decode($5, 'hex'),
       captured_at = $6, warning = $7, sealed_at = now() where ano = $1`,
    // PostgreSQL's text type rejects U+0000.
    [ano, o.title.replaceAll('\0', ''), o.isComplete, o.sizeBytes, o.manifestSha256, o.capturedAt, o.warning],
  );
}

/** Sets the valid certificate. The event `certified` already recorded the rung. */
export async function setCertifiedPlace(db: Client, ano: string, certifiedPlace: string): Promise<void> {
  const sql = `update attestation set certified_place = $2, rung = 'certified' where ano = $1`;
  await db.query(sql, [ano, certifiedPlace]);
}

export async function setRetention(db: Client, ano: string, until: Date): Promise<void> {
  await db.query('update attestation set retained_until = $2 where ano = $1', [ano, until]);
}
