import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** Days that an export can be downloaded once it is ready. */
export const exportDays = 7;

/** Hours after which an export that can't be completed is abandoned. */
export const exportGivenUpHours = 24;

/** Largest content of one export. Larger accounts export only their data and download bundles individually. */
export const exportBytes = 50 * 2 ** 30;

/** The life cycle of a file with an account's data. */
export const dataExportStateTable = stateTable({
  states: ['preparing', 'ready', 'failed', 'expired', 'discarded'],
  initial: ['preparing'],
  rows: [
    { from: 'preparing', event: 'finish', to: 'ready', who: 'job', because: 'the file is in the store' },
    { from: 'preparing', event: 'fail', to: 'failed', who: 'job', because: 'it is too large, or could not be written' },
    { from: 'preparing', event: 'discard', to: 'discarded', who: 'holder', because: 'the holder no longer wants it' },
    { from: 'ready', event: 'discard', to: 'discarded', who: 'holder', because: 'the holder no longer needs it' },
    { from: 'ready', event: 'replace', to: 'discarded', who: 'job', because: 'a newer file is ready' },
    { from: 'ready', event: 'expire', to: 'expired', who: 'job', because: 'the time to download it is over' },
  ],
});

/** State of a data export. */
export const DataExportState = z.enum(dataExportStateTable.states);
export type DataExportState = z.infer<typeof DataExportState>;
/** Event that can change the state of a data export. */
export type DataExportEvent = EventOf<typeof dataExportStateTable>;
/** Role that can cause an event of a data export. */
export type DataExportRole = WhoOf<typeof dataExportStateTable>;

/** Display words of each state of a data export. */
export const dataExportStateWords: Record<DataExportState, Word> = {
  preparing: ['准备中', 'Preparing'],
  ready: ['可下载', 'Ready'],
  failed: ['未完成', 'Failed'],
  expired: ['已过期', 'Expired'],
  discarded: ['已删除', 'Deleted'],
};

/** Why an export failed: its content is too large, the service has too little space, or it was abandoned. */
export const dataExportFailures = ['too-large', 'no-space', 'given-up'] as const;
/** Why an export failed. */
export const DataExportFailure = z.enum(dataExportFailures);
export type DataExportFailure = z.infer<typeof DataExportFailure>;
