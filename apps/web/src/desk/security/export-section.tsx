import { calls, type DataExport, exportDays } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Progress } from 'antd';
import { type ReactNode, useState } from 'react';
import { ask, linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { StepUpCancelled } from '../../ui/step-up/step-up-cancelled.ts';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Section } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('export', text);

/** How often a running export is polled. */
const progressMs = 1_500;

/** Prepares a file with the account's data and offers it for download; for its holder. */
export function ExportSection() {
  const t = useWords();
  const query = useQuery({
    ...queryOf(calls.exports.dataExport, {}),
    refetchInterval: ({ state }) => (state.data?.last?.state === 'preparing' ? progressMs : false),
  });
  if (!query.data)
    return (
      <Section title={t('title')} hint={t('hint')}>
        <QueryView query={query} rows={1}>
          {() => null}
        </QueryView>
      </Section>
    );
  const { last, earlier, bundles } = query.data;
  const failure = last?.failure && <Alert type="error" showIcon title={t(last.failure)} />;
  if (last?.state === 'preparing') return <Preparing preparing={last} earlier={earlier} />;
  if (last?.state === 'ready') return <Ready ready={last} bundles={bundles} />;
  if (earlier)
    return (
      <Ready ready={earlier} bundles={bundles}>
        {failure}
      </Ready>
    );
  return (
    <Section title={t('title')} hint={t('hint')}>
      {failure}
      {last?.state === 'expired' && <p className="secondary">{t('expired', { days: exportDays })}</p>}
      <Ask bundles={bundles} />
    </Section>
  );
}

/** Requests an export. A step-up dialog comes first if the user was not verified recently. */
function Ask({ bundles, isAgain = false }: { bundles: number; isAgain?: boolean }) {
  const t = useWords();
  const [withBundles, setWith] = useState(false);
  const { mutate, isPending } = useConfirmedAct(
    () => ask(calls.exports.askExport, { withBundles }),
    () => void refresh('exports'),
  );
  return (
    <div className="security-export">
      {bundles > 0 && (
        <Checkbox checked={withBundles} onChange={({ target }) => setWith(target.checked)}>
          {t('withBundles', { count: bundles })}
        </Checkbox>
      )}
      <Button loading={isPending} onClick={() => mutate(undefined)}>
        {t(isAgain ? 'again' : 'prepare')}
      </Button>
    </div>
  );
}

function useDiscard(id: string, done: string) {
  return useConfirmedAct(
    () => ask(calls.exports.discardExport, { id }),
    () => {
      toast.success(done);
      void refresh('exports');
    },
  );
}

interface PreparingProps {
  preparing: DataExport;
  /** Can be downloaded until the new one is ready. */
  earlier: DataExport | null;
}

function Preparing({ preparing: { id, doneBytes, totalBytes }, earlier }: PreparingProps) {
  const t = useWords();
  const discard = useDiscard(id, t('cancelled'));
  const percent = totalBytes ? Math.floor((doneBytes / totalBytes) * 100) : 0;
  return (
    <Section
      title={t('preparing')}
      hint={t('preparingHint')}
      action={
        <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {t('cancel')}
        </Button>
      }
    >
      <Progress percent={percent} status="active" aria-label={t('preparing')} />
      {totalBytes !== null && (
        <p className="secondary">{t('progress', { done: fileSize(doneBytes), total: fileSize(totalBytes) })}</p>
      )}
      {earlier && (
        <div className="security-head">
          <p className="secondary">{t('earlier')}</p>
          <Download file={earlier} />
        </div>
      )}
    </Section>
  );
}

/** The browser downloads the file itself; if the download is refused by then, it is redirected to `/exception`. */
function Download({ file: { id, sizeBytes }, isPrimary = false }: { file: DataExport; isPrimary?: boolean }) {
  const t = useWords();
  const { beforehand } = useConfirmed();
  const download = async () => {
    try {
      await beforehand();
      location.assign(linkTo(calls.exports.exportFile, { id }));
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) throw error;
    }
  };
  return (
    <Button type={isPrimary ? 'primary' : 'default'} onClick={() => void download()}>
      {t('download', { size: fileSize(sizeBytes ?? 0) })}
    </Button>
  );
}

interface ReadyProps {
  ready: DataExport;
  bundles: number;
  /** Why a newer one failed. */
  children?: ReactNode;
}

function Ready({ ready, bundles, children }: ReadyProps) {
  const t = useWords();
  const { id, askedAt, expiresAt } = ready;
  const discard = useDiscard(id, t('deleted'));
  return (
    <Section
      title={t('ready')}
      hint={t('readyHint')}
      action={
        <div className="actions">
          <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
            {t('delete')}
          </Button>
          <Download file={ready} isPrimary />
        </div>
      }
    >
      {children}
      <dl className="facts">
        <Fact name={t('askedAt')}>
          <Moment at={askedAt} />
        </Fact>
        <Fact name={t('expiresAt')}>{expiresAt && <Moment at={expiresAt} />}</Fact>
      </dl>
      <Ask bundles={bundles} isAgain />
    </Section>
  );
}
