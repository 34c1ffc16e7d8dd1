import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** Days for which an exported list can be downloaded once it is ready. */
export const listExportDays = 7;

/** Hours after which an export that can't be completed is abandoned. */
export const listExportGivenUpHours = 6;

/** Maximum number of rows of an exported list: one sheet's rows below its headings. */
export const listExportRows = 1_048_575;

/** The life cycle of an exported Excel list. A job writes it if it is too long to be written during the request. */
export const listExportStateTable = stateTable({
  states: ['preparing', 'ready', 'failed', 'expired', 'discarded'],
  initial: ['preparing'],
  rows: [
    { from: 'preparing', event: 'finish', to: 'ready', who: 'job', because: 'the file is in the store' },
    { from: 'preparing', event: 'fail', to: 'failed', who: 'job', because: 'it is too long, or could not be written' },
    { from: 'preparing', event: 'discard', to: 'discarded', who: 'user', because: 'the user no longer wants it' },
    { from: 'ready', event: 'discard', to: 'discarded', who: 'user', because: 'the user no longer needs it' },
    { from: 'failed', event: 'discard', to: 'discarded', who: 'user', because: 'the user has read why it failed' },
    { from: 'ready', event: 'replace', to: 'discarded', who: 'job', because: 'a newer file is ready' },
    { from: 'ready', event: 'expire', to: 'expired', who: 'job', because: 'the time to download it is over' },
  ],
});

/** State of an exported list. */
export const ListExportState = z.enum(listExportStateTable.states);
export type ListExportState = z.infer<typeof ListExportState>;
/** Event that can change the state of an exported list. */
export type ListExportEvent = EventOf<typeof listExportStateTable>;
/** Role that can cause an event of an exported list. */
export type ListExportRole = WhoOf<typeof listExportStateTable>;

/** Display words of each state of an exported list. */
export const listExportStateWords: Record<ListExportState, Word> = {
  preparing: ['准备中', 'Preparing'],
  ready: ['可下载', 'Ready'],
  failed: ['未完成', 'Failed'],
  expired: ['已过期', 'Expired'],
  discarded: ['已删除', 'Deleted'],
};

/** Why a list was not exported: it doesn't fit on a sheet, or it was abandoned. */
export const ListExportFailure = z.enum(['too-long', 'given-up']);
export type ListExportFailure = z.infer<typeof ListExportFailure>;

/** An Excel file with a list of evidence. */
export const ListExport = z.strictObject({
  id: z.uuid(),
  state: ListExportState,
  askedAt: z.iso.datetime(),
  /** Rows written so far, and in total; null before that is known. */
  doneRows: z.int(),
  totalRows: z.int().nullable(),
  /** Size of a finished export, and the time until which it can be downloaded. */
  sizeBytes: z.int().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  failure: ListExportFailure.nullable(),
});
export type ListExport = z.infer<typeof ListExport>;
