import { DeleteOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { ErrorPanel } from '../notices/error-panel.tsx';
import { Skeleton } from '../notices/skeleton.tsx';
import { fileSize } from '../words/formatters.ts';
import { useOwnUploadsWords } from './words.ts';

/** Shown where an upload was refused because the quota is full: lists the user's uploads and deletes unused ones. */
export function OwnUploads() {
  const t = useOwnUploadsWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Modal open={isOpen} title={t('title')} footer={null} onCancel={() => setOpen(false)} destroyOnHidden>
        <List />
      </Modal>
    </>
  );
}

function List() {
  const t = useOwnUploadsWords();
  const { data, error, refetch } = useQuery(queryOf(calls.uploads.ownUploads, {}));
  const removal = useAct(calls.uploads.removeUpload, 'ownUploads');
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />;
  const { list, taken, quota } = data;
  const sizes = { size: fileSize(taken.bytes), most: fileSize(quota.bytes) };
  return (
    <>
      <p className="secondary">{t('taken', { files: taken.files, mostFiles: quota.files, ...sizes })}</p>
      {list.length === 0 && <p>{t('none')}</p>}
      <ul className="own-uploads">
        {list.map(({ fileId, name, sizeBytes, isUsed }) => (
          <li key={fileId}>
            <a href={linkTo(calls.uploads.upload, { id: fileId })} target="_blank" rel="noreferrer">
              {name}
            </a>
            <span className="secondary numbers">{fileSize(sizeBytes)}</span>
            {isUsed ? (
              <span className="secondary">{t('used')}</span>
            ) : (
              <Button
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                loading={removal.isPending && removal.variables.id === fileId}
                onClick={() => removal.mutate({ id: fileId })}
                aria-label={t('removeWhat', { name })}
              >
                {t('remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
