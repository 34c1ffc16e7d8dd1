import { type AttestationSummary, isCapturedKind } from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import type { EvidenceScope } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { findListed, type ListedRow } from './store.ts';

/** Address of a file of the evidence, as the site requests it. */
export const fileAddress = (ano: string, path: string): string =>
  `/creditor/attestations/file/${encodeURIComponent(ano)}?path=${encodeURIComponent(path)}`;

export function summaryOf(row: ListedRow): AttestationSummary {
  const hasPicture =
    isCapturedKind(row.kind) && row.isComplete !== null && row.state !== 'cancelled' && row.state !== 'failed';
  return {
    ano: row.ano,
    kind: row.kind,
    url: row.url,
    fileCount: row.fileCount,
    name: row.name || row.title || row.url,
    remark: row.remark,
    labels: row.labels,
    state: row.state,
    rung: row.rung,
    step: row.step,
    isComplete: row.isComplete,
    warning: row.warning,
    failure: row.failure,
    isRetryable: row.isRetryable,
    thumbnail: hasPicture ? fileAddress(row.ano, 'data/thumbnail.jpg') : null,
    sizeBytes: row.sizeBytes,
    attempt: row.attempt,
    resumeAt: row.state === 'queuing' ? (row.resumeAt?.toISOString() ?? null) : null,
    cost: row.cost,
    orderNo: row.orderNo,
    batch: row.batch,
    // Queued again after an earlier attempt, it starts over with the first record.
    second:
      row.second && row.state === 'queuing'
        ? { state: 'waiting', from: null, place: null, why: null, startedAt: null }
        : row.second,
    capturedAt: row.capturedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}

/** Summaries by number; numbers outside the scope are left out. */
export async function findSummaries(
  db: Client,
  scope: EvidenceScope,
  anos: readonly string[],
): Promise<Map<string, AttestationSummary>> {
  const rows = await findListed(db, scope, anos);
  return new Map(rows.map((row) => [row.ano, summaryOf(row)]));
}

/** @throws Refusal NOT_FOUND, also for an attestation of another account or outside the caller's scope */
export async function requireListed(db: Client, scope: EvidenceScope, ano: string): Promise<ListedRow> {
  const [row] = await findListed(db, scope, [ano]);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

/** @throws Refusal NOT_FOUND as `requireListed`; STATE_FORBIDS before there is a certificate */
export async function requireCertified(
  db: Client,
  scope: EvidenceScope,
  ano: string,
): Promise<ListedRow & { certifiedPlace: string }> {
  const row = await requireListed(db, scope, ano);
  if (row.state !== 'succeeded' || !row.certifiedPlace) throw new Refusal('STATE_FORBIDS');
  return { ...row, certifiedPlace: row.certifiedPlace };
}
