import { DeleteOutlined } from '@ant-design/icons';
import { calls, submittedFiles, type UnusedFile } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('unused-files', text);
/** Other tabs, forms and members change it. */
const asked = { ...queryOf(calls.attestations.unusedFiles, {}), staleTime: 0 };

interface Props {
  /** Files of the form, which has its own buttons for them. */
  inForm?: ReadonlySet<string>;
  /** An upload was refused because the account's limit is reached. */
  isFull: boolean;
}

const none: ReadonlySet<string> = new Set();

/** Lets the user delete uploads that count against the account's limit. Empty while there is nothing to delete. */
export function UnusedFiles({ inForm = none, isFull }: Props) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...asked, meta: { isShownInPlace: true } });
  // The form itself lists the user's interrupted uploads.
  const isShown = ({ id, sizeBytes, receivedBytes, by }: UnusedFile) =>
    inForm.has(id) || (by === null && receivedBytes < sizeBytes);
  const left = (data?.list ?? []).filter((file) => !isShown(file));
  if (left.length === 0 && !isFull && !isOpen) return null;
  const bytes = left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <p className="attestations-unused secondary">
      {left.length > 0 && <span>{t('left', { count: left.length, size: fileSize(bytes) })}</span>}
      <Button size="small" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Modal open={isOpen} title={t('title')} footer={null} onCancel={() => setOpen(false)} destroyOnHidden>
        <List inForm={inForm} />
      </Modal>
    </p>
  );
}

function List({ inForm }: { inForm: ReadonlySet<string> }) {
  const t = useWords();
  const { data, error, refetch } = useQuery(asked);
  const removal = useAct(calls.attestations.removeUnusedFile, 'unusedFiles');
  if (!data) return error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton rows={5} />;
  const { list, taken, quota } = data;
  return (
    <>
      <p className="secondary">
        {t('taken', {
          size: fileSize(taken.bytes),
          most: fileSize(quota.bytes),
          open: taken.open,
          mostOpen: quota.open,
        })}
      </p>
      <p className="secondary">
        {t('expiry', { days: submittedFiles.unusedDays, abandonedDays: submittedFiles.abandonedDays })}
      </p>
      {list.length === 0 && <p>{t('none')}</p>}
      <ul className="attestations-unused-list">
        {list.map((file) => (
          <li key={file.id}>
            <span>
              {file.name} <Facts file={file} />
            </span>
            <span className="secondary numbers">{fileSize(file.sizeBytes)}</span>
            {inForm.has(file.id) ? (
              <span className="secondary">{t('inForm')}</span>
            ) : (
              <Remove
                file={file}
                isPending={removal.isPending && removal.variables.id === file.id}
                onRemove={() => removal.mutate({ id: file.id })}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Facts({ file: { sizeBytes, receivedBytes, by } }: { file: UnusedFile }) {
  const t = useWords();
  const percent = Math.floor((receivedBytes / Math.max(1, sizeBytes)) * 100);
  return (
    <span className="secondary">
      {[receivedBytes < sizeBytes && t('part', { percent }), by !== null && t('by', { name: by })]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

/** A colleague may be about to use theirs, so deleting it is confirmed. */
function Remove({
  file: { name, by },
  isPending,
  onRemove,
}: {
  file: UnusedFile;
  isPending: boolean;
  onRemove: () => void;
}) {
  const t = useWords();
  const label = t('removeWhat', { name });
  if (by === null)
    return (
      <Button
        size="small"
        icon={<DeleteOutlined aria-hidden />}
        loading={isPending}
        onClick={onRemove}
        aria-label={label}
      >
        {t('remove')}
      </Button>
    );
  return (
    <ConfirmButton
      act={t('remove')}
      label={label}
      title={label}
      hint={t('removeHint', { name: by })}
      keep={t('keep')}
      kind="danger"
      isQuiet
      isPending={isPending}
      onConfirm={onRemove}
    />
  );
}
