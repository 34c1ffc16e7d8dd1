import type { AttestationKind, AttestationState, BlockKind, Failure, ProofRung, WorkStep } from '@proofkeep/contract';

import type { Client } from '../../database/client.ts';
import type { EvidenceScope } from '../../http/policy.ts';
import { Expression } from '../../kit/transition.ts';
import { type Lease, localFence } from '../evidence/service.ts';
import type { Submitter } from './submitting/submitter.ts';

/** A row of `attestation`; only `write-store.ts` and the life cycle write it. */
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

/** Data required for its processing: a capture job, or the device of a recording. */
export async function findJobOf(db: Client, ano: string): Promise<unknown> {
  const { rows } = await db.query<{ job: unknown }>('select job from attestation where ano = $1', [ano]);
  return rows[0]?.job;
}

/**
 * @returns how many linked pages a page's job asks for; undefined if none. `setLinksSubmitted` removes the number from
 * the job in the transaction that submits them, in which the page leaves `capturing`.
 */
export async function findLinkedPages(
  db: Client,
  ano: string,
): Promise<{ most: number; url: string; submissionId: string | null } | undefined> {
  const { rows } = await db.query<{ most: number; url: string; submissionId: string | null }>(
    `select (job ->> 'linkedPages')::int as most, url, submission_id as "submissionId" from attestation
     where ano = $1 and (job ->> 'linkedPages')::int > 0`,
    [ano],
  );
  return rows[0];
}
