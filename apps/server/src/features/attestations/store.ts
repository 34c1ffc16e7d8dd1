import type { AttestationKind, AttestationState, BlockKind, Failure, ProofRung, WorkStep } from '@proofkeep/contract';

import type { Client } from '../../database/client.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import { Expression } from '../../kit/transition.ts';
import { type Lease, localFence } from '../evidence/service.ts';
import type { Submitter } from './submitting/submitter.ts';

/** A row of `attestation`; only this store, `new-store.ts` and the life cycle write it. */
export interface AttestationRow {
  ano: string;
  /** Null on the command line, like `loginId` and `submitter`. */
  accountId: string | null;
  loginId: string | null;
  submissionId: string | null;
  kind: AttestationKind;
  /** Empty for anything but a page. */
  url: string;
  /** Number of files, digests or segments; null for a page. */
  fileCount: number | null;
  /** Minutes charged for a device's recording; null for other kinds. */
  minutes: number | null;
  name: string;
  title: string;
  remark: string;
  labels: string[];
  state: AttestationState;
  rung: ProofRung | null;
  step: WorkStep | null;
  isComplete: boolean | null;
  /** A sign that the capture may show the wrong page. */
  warning: BlockKind | null;
  failure: Failure | null;
  sizeBytes: number | null;
  attempt: number;
  /** Failed attempts because of the platform, since it was submitted or last retried by its holder. */
  faults: number;
  /** A queued capture must not start before this time. */
  resumeAt: Date | null;
  /** When the sealed capture began; null before it is sealed. */
  capturedAt: Date | null;
  createdAt: Date;
  changedAt: Date;
  /** Fence of the newest lease; null before the first one and on the command line. */
  fence: string | null;
  /** Certified without a preview. */
  autoConfirm: boolean;
  /** Prefix of the valid certificate's parts in the store. */
  certifiedPlace: string | null;
  /** Hex. */
  manifestSha256: string | null;
  retainedUntil: Date | null;
}

export const attestationColumns = `ano, account_id as "accountId", login_id as "loginId",
  submission_id as "submissionId", kind, url, file_count as "fileCount", minutes, name, title, remark, labels,
  state, rung, step, is_complete as "isComplete", warning, failure, size_bytes::float8 as "sizeBytes", attempt,
  faults, resume_at as "resumeAt",
  captured_at as "capturedAt", created_at as "createdAt", changed_at as "changedAt", fence, auto_confirm as "autoConfirm",
  certified_place as "certifiedPlace", encode(manifest_sha256, 'hex') as "manifestSha256",
  retained_until as "retainedUntil"`;

/** The lease under which the evidence of a row is stored. */
export const leaseOf = ({ ano, fence }: Pick<AttestationRow, 'ano' | 'fence'>): Lease => ({
  ano,
  fence: fence ?? localFence,
});

export async function findAttestation(db: Client, ano: string): Promise<AttestationRow | undefined> {
  const sql = `select ${attestationColumns} from attestation where ano = $1`;
  return (await db.query<AttestationRow>(sql, [ano])).rows[0];
}

/** Locks the row until the transaction ends. */
export async function lockAttestation(db: Client, ano: string): Promise<AttestationRow | undefined> {
  const sql = `select ${attestationColumns} from attestation where ano = $1 for update`;
  return (await db.query<AttestationRow>(sql, [ano])).rows[0];
}

/** Condition on a row of `attestation`; `account` and `login` (null: any) are numbers of parameters. */
export const inScope = (account: number, login: number): string =>
  `account_id = $${account} and ($${login}::uuid is null or login_id = $${login})`;

/**
 * Condition on a row of `attestation`: it failed, and can be retried. A live session can't: its user would have to be there. A page
 * that was opened with cookies can't once these are deleted.
 */
export const isRetryable = `(state = 'failed' and kind <> 'live' and (job ->> 'cookieProfileId' is null
  or submission_id in (select p.submission_id from cookie_profile p where p.submission_id is not null)))`;

/** Locks the row until the transaction ends; undefined if the attestation is outside the scope. */
export async function lockAttestationOf(
  db: Client,
  { accountId, loginId }: EvidenceScope,
  ano: string,
): Promise<AttestationRow | undefined> {
  const sql = `select ${attestationColumns} from attestation where ${inScope(1, 2)} and ano = $3 for update`;
  return (await db.query<AttestationRow>(sql, [accountId, loginId, ano])).rows[0];
}

/** @throws Error for an attestation of the command line, whose row has no submitter */
export async function findSubmitterOf(db: Client, ano: string): Promise<Submitter> {
  const { rows } = await db.query<{ submitter: Submitter | null }>('select submitter from attestation where ano = $1', [
    ano,
  ]);
  const submitter = rows[0]?.submitter;
  if (!submitter) throw new Error(`The row of ${ano} does not say who submitted it.`);
  return submitter;
}

/** Columns that every change of state sets. */
export const changeColumns = (failure: Failure | null) => ({
  changed_at: new Expression('now()'),
  failure: failure && JSON.stringify(failure),
});

/** Columns that a new attempt resets, so no values of the previous one remain. */
export const newAttemptColumns = {
  attempt: new Expression('attempt + 1'),
  rung: 'received',
  step: null,
  is_complete: null,
  warning: null,
  size_bytes: null,
  captured_at: null,
  fence: null,
  node: null,
  leased_until: null,
  last_event: -1,
  resume_at: null,
  avoid_node: null,
};

/** Delay of the next attempt after a fault of the platform. */
export interface Postponement {
  resumeAt: Date;
  /** Other nodes have priority over this one. */
  avoidNode: string;
}

/** Columns set for an attempt after a fault of the platform. */
export const postponedColumns = ({ resumeAt, avoidNode }: Postponement) => ({
  ...newAttemptColumns,
  faults: new Expression('faults + 1'),
  resume_at: resumeAt,
  avoid_node: avoidNode,
});

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

/** Data required for its processing: a capture job, or the device of a recording. */
export async function findJobOf(db: Client, ano: string): Promise<unknown> {
  const { rows } = await db.query<{ job: unknown }>('select job from attestation where ano = $1', [ano]);
  return rows[0]?.job;
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
