import { DeleteOutlined } from '@ant-design/icons';
import { calls, type OpenUpload } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { queryOf } from '../../../api/queries.ts';
import { useAct } from '../../../api/refresh.ts';
import { fileSize } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import type { ChosenFile, FilesKind } from './chosen-files.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('unfinished-uploads', text);
const none: readonly OpenUpload[] = [];

/** Interrupted uploads, as of when the form was opened. */
export function useUnfinished(kind: FilesKind): readonly OpenUpload[] {
  const { data } = useQuery({
    ...queryOf(calls.attestations.openUploads, {}),
    enabled: kind === 'files',
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return data?.list ?? none;
}

/** Lists interrupted uploads. The user has to choose their files again: a page can't reopen them. */
export function UnfinishedUploads({
  uploads,
  chosen,
}: {
  uploads: readonly OpenUpload[];
  chosen: readonly ChosenFile[];
}) {
  const t = useWords();
  const discarding = useAct(calls.attestations.removeUnusedFile, 'unusedFiles');
  const going = new Set(chosen.map(({ uploadId }) => uploadId));
  const left = uploads.filter(({ id }) => !going.has(id));
  if (left.length === 0) return null;
  return (
    <section className="attestations-new-unfinished" aria-label={t('label')}>
      <strong>{t('label')}</strong>
      <p className="secondary">{t('hint')}</p>
      <ul>
        {left.map(({ id, name, sizeBytes, receivedBytes }) => (
          <li key={id}>
            <span>
              {name}{' '}
              <span className="secondary numbers">
                {t('left', {
                  percent: Math.floor((receivedBytes / Math.max(1, sizeBytes)) * 100),
                  size: fileSize(sizeBytes),
                })}
              </span>
            </span>
            <Button
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('discard', { name })}
              onClick={() => discarding.mutate({ id })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
