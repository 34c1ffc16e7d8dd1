import {
  type ListExportEvent,
  type ListExportFailure,
  type ListExportRole,
  type ListExportState,
  listExportDays,
  listExportRows,
  listExportStateTable,
  type Message,
  message,
} from '@proofkeep/contract';
import type { Client } from '../../../database/client.ts';
import { type Change, type Lifecycle, transition } from '../../../kit/transition.ts';
import { notify } from '../../messages/service.ts';
import { type ListExportRow, lockReadyExports } from './store.ts';

interface Detail {
  personId: string;
  /** Number of rows of a finished export. */
  rows: number;
  failure: ListExportFailure | null;
}

const listPage = '/attestation';

const failureMessages = {
  'too-long': message('message.list-export-too-long', { most: listExportRows.toLocaleString('en-US') }),
  'given-up': message('message.list-export-given-up'),
} as const satisfies Record<ListExportFailure, Message>;

/**
 * The audit trail records who requested and who downloaded; the person gets a message when a file is ready or has
 * failed.
 */
export const listExportLifecycle: Lifecycle<ListExportState, ListExportEvent, ListExportRole, Detail> = {
  table: listExportStateTable,
  relation: 'list_export',
  key: 'id',
  async record(
    db,
    { to, detail: { personId, rows, failure } }: Change<ListExportState, ListExportEvent, ListExportRole, Detail>,
  ) {
    const reached = { loginId: personId, kind: 'capture', link: listPage } as const;
    if (to === 'ready')
      await notify(db, { ...reached, message: message('message.list-export-ready', { rows, days: listExportDays }) });
    if (failure) await notify(db, { ...reached, message: failureMessages[failure] });
  },
};

const dayMs = 86_400_000;

/** Makes a file available and expires earlier ones, which a job removes. @throws Refusal STATE_FORBIDS */
export async function finishListExport(
  db: Client,
  row: ListExportRow,
  { key, rows, sizeBytes, now }: { key: string; rows: number; sizeBytes: number; now: Date },
): Promise<void> {
  const earlier = await lockReadyExports(db, row);
  await transition(db, listExportLifecycle, row.id, {
    event: 'finish',
    who: 'job',
    detail: { personId: row.personId, rows, failure: null },
    set: {
      key,
      size_bytes: sizeBytes,
      done_rows: rows,
      total_rows: rows,
      expires_at: new Date(now.getTime() + listExportDays * dayMs),
    },
  });
  for (const one of earlier) await endListExport(db, one, { event: 'replace', who: 'job' });
}

/** @throws Refusal STATE_FORBIDS */
export async function failListExport(
  db: Client,
  { id, personId }: ListExportRow,
  failure: ListExportFailure,
): Promise<void> {
  const detail = { personId, rows: 0, failure };
  await transition(db, listExportLifecycle, id, { event: 'fail', who: 'job', detail, set: { failure } });
}

/** A job removes the file. @throws Refusal STATE_FORBIDS */
export async function endListExport(
  db: Client,
  { id, personId }: ListExportRow,
  { event, who }: { event: 'expire' | 'replace'; who: 'job' } | { event: 'discard'; who: 'user' },
): Promise<void> {
  await transition(db, listExportLifecycle, id, { event, who, detail: { personId, rows: 0, failure: null } });
}
