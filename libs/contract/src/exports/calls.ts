import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { DataExportFailure, DataExportState } from './states.ts';

const time = z.iso.datetime();

/** A file with an account's data. */
export const DataExport = z.strictObject({
  id: z.uuid(),
  state: DataExportState,
  /** Whether it includes the evidence bundles. */
  withBundles: z.boolean(),
  askedAt: time,
  /** Bytes written so far, and in total; null before the total is known. */
  doneBytes: z.int(),
  totalBytes: z.int().nullable(),
  /** For a finished one: the file, and until when it can be downloaded. */
  sizeBytes: z.int().nullable(),
  expiresAt: time.nullable(),
  failure: DataExportFailure.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

const one = z.strictObject({ id: z.uuid() });

/** Calls about exporting an account's data; for its holder, not while acting as another login. */
export const exportCalls = {
  dataExport: call({
    method: 'GET',
    path: '/creditor/exports',
    who: 'main',
    summary:
      'Returns the last data export, an earlier file that can still be downloaded, and how many bundles a new one would have.',
    input: nothing,
    reply: z.strictObject({ last: DataExport.nullable(), earlier: DataExport.nullable(), bundles: z.int() }),
    refusals: ['NOT_ALLOWED'],
  }),
  askExport: call({
    method: 'POST',
    path: '/creditor/exports/ask',
    who: 'main',
    of: 'person',
    summary: "Starts preparing a ZIP of the account's data; an earlier file stays until the new one is ready.",
    input: z.strictObject({ withBundles: z.stringbool().or(z.boolean()).default(false) }),
    reply: DataExport,
    refusals: ['NOT_ALLOWED', 'CONFIRM_FIRST', 'EXPORT_OPEN'],
    limits: [{ per: 'login', times: 10, seconds: 86_400 }],
    audit: 'data.export-asked',
  }),
  discardExport: call({
    method: 'POST',
    path: '/creditor/exports/discard',
    who: 'main',
    of: 'person',
    summary: 'Cancels a data export, or deletes its file.',
    input: one,
    reply: nil,
    refusals: ['NOT_ALLOWED', 'NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'data.export-discarded',
  }),
  exportFile: call({
    method: 'GET',
    path: '/creditor/exports/{id}/file',
    who: 'main',
    of: 'person',
    summary: 'Downloads a data export: JSON and CSV files, and the bundles if they were requested.',
    input: one,
    produces: 'application/zip',
    reply: bytes,
    refusals: ['NOT_ALLOWED', 'NOT_FOUND', 'STATE_FORBIDS', 'CONFIRM_FIRST'],
    limits: [{ per: 'login', times: 60, seconds: 86_400 }],
    audit: 'data.exported',
  }),
};
