import { calls, netcourtStateTable, netcourtStateWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { linkTo } from '../../../../api/ask.ts';
import { queryOf } from '../../../../api/queries.ts';
import { Moment } from '../../../../ui/kit/moment.tsx';
import { QueryView } from '../../../../ui/notices/query-view.tsx';
import { useLanguage, wordIn, words } from '../../../../ui/words/words.ts';
import { useShareAct } from './use-share-act.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court', text);

/** The evidence for an internet court: a file to submit by hand, and the connected court if there is one. */
export function Court({ ano }: { ano: string }) {
  const t = useWords();
  const language = useLanguage();
  const netcourt = useQuery(queryOf(calls.netcourt.netcourt, { id: ano }));
  const submit = useShareAct(calls.netcourt.submitToCourt);
  return (
    <section className="panel attestations-share-part">
      <h2>{t('heading')}</h2>
      <p className="secondary">{t('hint')}</p>
      <QueryView query={netcourt}>
        {({ submission, court }) => (
          <>
            {submission && (
              <p role="status">
                <strong>{wordIn(netcourtStateWords[submission.state], language)}</strong> ·{' '}
                <Moment at={submission.answeredAt ?? submission.submittedAt} />
                {submission.reference && ` · ${t('reference', { reference: submission.reference })}`}
                {submission.reason && ` · ${submission.reason}`}
              </p>
            )}
            {submission?.state === 'unconfirmed' && (
              <p className="secondary">{t('unconfirmed', { court: submission.court })}</p>
            )}
            <p className="secondary">
              {court ? (court.isDevelopment ? t('demonstration') : court.name) : t('notConnected')}
            </p>
            <div className="actions">
              <Button href={linkTo(calls.netcourt.netcourtFile, { id: ano })} download>
                {t('download')}
              </Button>
              {court && (!submission || netcourtStateTable.allowed(submission.state, 'user').includes('submit')) && (
                <Button loading={submit.isPending} onClick={() => submit.mutate({ id: ano })}>
                  {t('submit')}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </section>
  );
}
