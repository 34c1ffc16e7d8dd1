import { calls, type Upload } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/queries.ts';

/** Finds a file of the user by its id, because a draft contains only ids. */
export function useOwnUpload(): (fileId: string) => Upload {
  const { data } = useQuery(queryOf(calls.uploads.ownUploads, {}));
  return (fileId) =>
    data?.list.find((one) => one.fileId === fileId) ?? {
      fileId,
      purpose: 'attachment',
      name: '…',
      mediaType: 'application/pdf',
      sizeBytes: 0,
      widthPx: null,
      heightPx: null,
    };
}
