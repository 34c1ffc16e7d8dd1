import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { useOwnUploadsWords } from '../../ui/forms/words.ts';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { fileSize } from '../../ui/words/formatters.ts';

/** The user's unused uploads, to delete where the quota is full. */
export function OwnUploads() {
  const t = useOwnUploadsWords();
  const { data, error, refetch } = useQuery(queryOf(calls.uploads.ownUploads, {}));
  const removal = useAct(calls.uploads.removeUpload, 'ownUploads');
  if (!data) return error && <ErrorPanel error={error} onRetry={() => void refetch()} />;
  const { taken, quota } = data;
  const unused = data.list.filter(({ isUsed }) => !isUsed);
  const sizes = { size: fileSize(taken.bytes), most: fileSize(quota.bytes) };
  return (
    <section aria-label={t('title')}>
      <p className="secondary">{t('taken', { files: taken.files, mostFiles: quota.files, ...sizes })}</p>
      {unused.length === 0 && <p>{t('none')}</p>}
      <ul className="phone-uploads">
        {unused.map(({ fileId, name, sizeBytes }) => (
          <li key={fileId}>
            <a href={linkTo(calls.uploads.upload, { id: fileId })} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span className="secondary numbers">{fileSize(sizeBytes)}</span>
            <Button
              isBusy={removal.isPending && removal.variables.id === fileId}
              onClick={() => removal.mutate({ id: fileId })}
              aria-label={t('removeWhat', { name })}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
