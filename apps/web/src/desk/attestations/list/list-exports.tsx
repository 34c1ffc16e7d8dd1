import { DownloadOutlined } from '@ant-design/icons';
import { calls, type ListExport, listExportRows } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Button, Progress } from 'antd';
import { toApiError } from '../../../api/api-error.ts';
import { ask, linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { decimal, fileSize, moment } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { inputOf, type Wanted } from './list-address.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('list-exports', text);

/** How often the progress of a list export is polled. */
const progressMs = 1_500;

/** A short list is downloaded at once; a job writes a long one (`ListExports` shows it). */
export function ExportButton({ wanted, isLong }: { wanted: Wanted; isLong: boolean }) {
  const t = useWords();
  const asking = useMutation({
    mutationFn: () => ask(calls.attestations.askListExport, inputOf(wanted)),
    onError: (error) => toast.error(toApiError(error).message),
    onSuccess: () => void refresh('listExports'),
  });
  const icon = <DownloadOutlined aria-hidden />;
  if (isLong)
    return (
      <Button icon={icon} loading={asking.isPending} onClick={() => asking.mutate()}>
        {t('export')}
      </Button>
    );
  return (
    <Button icon={icon} href={linkTo(calls.attestations.downloadList, inputOf(wanted))} download>
      {t('export')}
    </Button>
  );
}

/** Label of the button that discards it. */
const discardWords: Partial<Record<ListExport['state'], 'cancel' | 'dismiss'>> = {
  preparing: 'cancel',
  failed: 'dismiss',
};

/** List exports in progress or ready to download. */
export function ListExports() {
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.attestations.listExports, {}),
    refetchInterval: ({ state }) => (state.data?.list.some((one) => one.state === 'preparing') ? progressMs : false),
  });
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return data?.list.map((one) => <Exported key={one.id} file={one} />);
}

function Exported({ file: { id, state, doneRows, totalRows, sizeBytes, expiresAt, failure } }: { file: ListExport }) {
  const t = useWords();
  const discarding = useMutation({
    mutationFn: () => ask(calls.attestations.discardListExport, { id }),
    onError: (error) => toast.error(toApiError(error).message),
    onSettled: () => void refresh('listExports'),
  });
  const discard = (
    <Button loading={discarding.isPending} onClick={() => discarding.mutate()}>
      {t(discardWords[state] ?? 'delete')}
    </Button>
  );
  if (failure)
    return (
      <Alert
        className="attestations-list-export"
        type="error"
        showIcon
        title={t(failure, { most: decimal(listExportRows, 0) })}
        action={discard}
      />
    );
  if (state === 'preparing')
    return (
      <>
        <p role="status" className="visually-hidden">
          {t('begun')}
        </p>
        {/* No live region: the count changes every second or two. */}
        <Alert
          className="attestations-list-export"
          type="info"
          role="group"
          aria-label={t('progress')}
          title={t('preparing', { done: doneRows, total: totalRows ?? '…' })}
          description={
            <Progress
              percent={totalRows ? Math.floor((doneRows / totalRows) * 100) : 0}
              status="active"
              aria-label={t('progress')}
            />
          }
          action={discard}
        />
      </>
    );
  return (
    <Alert
      className="attestations-list-export"
      type="success"
      role="status"
      showIcon
      title={t('ready', { rows: doneRows, size: fileSize(sizeBytes ?? 0) })}
      description={expiresAt && t('until', { at: moment(expiresAt) })}
      action={
        <span className="attestations-list-export-acts">
          <Button type="primary" href={linkTo(calls.attestations.listExportFile, { id })} download>
            {t('download')}
          </Button>
          {discard}
        </span>
      }
    />
  );
}
