import {
  type DataExportEvent,
  type DataExportFailure,
  type DataExportRole,
  type DataExportState,
  dataExportStateTable,
  exportDays,
  message,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { type Change, type Lifecycle, transition } from '../../kit/transition.ts';
import { notify, securityPage } from '../messages/service.ts';
import { type ExportRow, findKept } from './store.ts';

interface Detail {
  personId: string;
  failure: DataExportFailure | null;
}

/**
 * The audit trail records who requested and who downloaded; the holder is notified when a file is ready or has failed.
 */
export const dataExportLifecycle: Lifecycle<DataExportState, DataExportEvent, DataExportRole, Detail> = {
  table: dataExportStateTable,
  relation: 'data_export',
  key: 'id',
  async record(
    db,
    { to, detail: { personId, failure } }: Change<DataExportState, DataExportEvent, DataExportRole, Detail>,
  ) {
    if (to === 'ready')
      await notify(db, {
        loginId: personId,
        kind: 'account',
        message: message('message.export-ready', { days: exportDays }),
        link: securityPage,
      });
    if (failure)
      await notify(db, {
        loginId: personId,
        kind: 'account',
        message: message(`message.export-${failure}`),
        link: securityPage,
      });
  },
};

const dayMs = 86_400_000;

/** Makes a file available and replaces earlier ones, which a job removes. @throws Refusal STATE_FORBIDS */
export async function finishExport(
  db: Client,
  { id, accountId, personId }: ExportRow,
  { key, sizeBytes, now }: { key: string; sizeBytes: number; now: Date },
): Promise<void> {
  // Locks the account's rows in the order of their ids, like discarding all of them does.
  const kept = await findKept(db, accountId);
  await transition(db, dataExportLifecycle, id, {
    event: 'finish',
    who: 'job',
    detail: { personId, failure: null },
    set: {
      key,
      size_bytes: sizeBytes,
      done_bytes: sizeBytes,
      total_bytes: sizeBytes,
      expires_at: new Date(now.getTime() + exportDays * dayMs),
    },
  });
  for (const row of kept)
    if (row.state === 'ready' && row.id !== id) await endExport(db, row, { event: 'replace', who: 'job' });
}

/** @throws Refusal STATE_FORBIDS */
export async function failExport(db: Client, { id, personId }: ExportRow, failure: DataExportFailure): Promise<void> {
  await transition(db, dataExportLifecycle, id, {
    event: 'fail',
    who: 'job',
    detail: { personId, failure },
    set: { failure },
  });
}

/** A job removes the file. @throws Refusal STATE_FORBIDS */
export async function endExport(
  db: Client,
  { id, personId }: ExportRow,
  { event, who }: { event: 'expire' | 'replace'; who: 'job' } | { event: 'discard'; who: 'holder' },
): Promise<void> {
  await transition(db, dataExportLifecycle, id, { event, who, detail: { personId, failure: null } });
}
