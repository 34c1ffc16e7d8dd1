import { DownloadOutlined } from '@ant-design/icons';
import { type CourtApplication, calls, courtApplicationStateTable } from '@proofkeep/contract';
import { Alert, Button } from 'antd';
import { linkTo } from '../../api/ask.ts';
import { useAct } from '../../api/refresh.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-submission', text);
const area = 'courtApplications';

/** Actions on a signed list: download, submit, correct, withdraw. */
export function Submission({ application }: { application: CourtApplication }) {
  const t = useWords();
  const { id, state, list, reference, gateway } = application;
  return (
    <aside className="court-applications-summary panel" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {list && (
        <>
          <Button
            type={state === 'prepared' ? 'default' : 'primary'}
            icon={<DownloadOutlined aria-hidden />}
            href={linkTo(calls.courtApplications.courtPackage, { id })}
            download
          >
            {t('package')}
          </Button>
          <Button href={linkTo(calls.courtApplications.courtList, { id })} download>
            {t('list')}
          </Button>
          <p className="secondary">
            {t('signedAt')} <Moment at={list.signedAt} />
            <br />
            {t('digest')} <Copyable text={list.sha256} what={t('digest')} kept={12} />
          </p>
        </>
      )}
      {reference && (
        <p className="secondary">
          {t('reference')} <code>{reference}</code>
        </p>
      )}
      {gateway?.isDevelopment && (state === 'prepared' || state === 'submitted') && (
        <Alert type="warning" showIcon title={t('development', { name: gateway.name })} />
      )}
      {!gateway && state === 'prepared' && <p className="secondary">{t('byHand')}</p>}
      <Acts application={application} />
    </aside>
  );
}

function Acts({ application: { id, state, gateway } }: { application: CourtApplication }) {
  const t = useWords();
  const { submitCourtApplication, askCourt, fileCourtApplication, editCourtApplication, withdrawCourtApplication } =
    calls.courtApplications;
  const submit = useAct(submitCourtApplication, area);
  const asking = useAct(askCourt, area);
  const file = useAct(fileCourtApplication, area);
  const edit = useAct(editCourtApplication, area);
  const withdraw = useAct(withdrawCourtApplication, area);
  const may = courtApplicationStateTable.allowed(state, 'applicant');
  return (
    <>
      {may.includes('submit') && gateway && (
        <ConfirmButton {...confirmAct(t, 'submit', submit, { id })} kind="primary" />
      )}
      {state === 'submitted' && gateway && (
        <Button type="primary" loading={asking.isPending} onClick={() => asking.mutate({ id })}>
          {t('ask')}
        </Button>
      )}
      {may.includes('file') && <ConfirmButton {...confirmAct(t, 'file', file, { id })} kind="primary" />}
      {may.includes('edit') && (
        <Button loading={edit.isPending} onClick={() => edit.mutate({ id })}>
          {t('edit')}
        </Button>
      )}
      {may.includes('withdraw') && <ConfirmButton {...confirmAct(t, 'withdraw', withdraw, { id })} kind="danger" />}
    </>
  );
}
