import { z } from 'zod';
import { bytes, call, nil, nothing } from '../call.ts';
import { excelType } from './batch-calls.ts';
import { ListExport } from './list-exports.ts';
import { listFilter, listOrder } from './list-filter.ts';

const one = z.strictObject({ id: z.uuid() });

/** Content and order of an exported list. */
export const ListExportFilter = z.strictObject({ ...listFilter, ...listOrder });
export type ListExportFilter = z.infer<typeof ListExportFilter>;

/** Records of the calls about lists that a job exports. */
export const listExportCalls = {
  askListExport: call({
    method: 'POST',
    path: '/creditor/attestations/exports',
    who: 'user',
    needs: 'evidence',
    summary:
      'Starts writing the filtered list as an Excel file, however long it is; a message says when it is ready. It replaces an earlier file.',
    input: ListExportFilter,
    reply: ListExport,
    refusals: ['EXPORT_OPEN'],
    limits: [{ per: 'login', times: 30, seconds: 86_400 }],
    audit: 'attestation.export-asked',
  }),
  listExports: call({
    method: 'GET',
    path: '/creditor/attestations/exports',
    who: 'user',
    needs: 'evidence',
    summary: 'Lists your list exports in progress or ready for download, and the failure of the latest one.',
    input: nothing,
    reply: z.strictObject({ list: z.array(ListExport) }),
  }),
  listExportFile: call({
    method: 'GET',
    path: '/creditor/attestations/exports/{id}',
    who: 'user',
    needs: 'evidence',
    summary: 'Downloads an exported list.',
    input: one,
    produces: excelType,
    reply: bytes,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS'],
    limits: [{ per: 'login', times: 120, seconds: 3_600 }],
    audit: 'attestation.exported',
  }),
  discardListExport: call({
    method: 'DELETE',
    path: '/creditor/attestations/exports/{id}',
    who: 'user',
    needs: 'evidence',
    summary: 'Cancels an exported list, or deletes its file.',
    input: one,
    reply: nil,
    refusals: ['NOT_FOUND', 'STATE_FORBIDS'],
    audit: 'attestation.export-discarded',
  }),
};
