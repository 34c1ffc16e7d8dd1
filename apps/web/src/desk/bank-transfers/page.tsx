import './bank-transfers.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { Receiver } from './receiver.tsx';
import { ReportForm } from './report-form.tsx';
import { Reports } from './reports.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('bank-transfers', text);

/** `/recharge/bank`: where to transfer money, how to report it, and the state of earlier transfers. */
export function Component() {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayPay = me?.permissions.includes('billing') ?? false;
  const found = useQuery({ ...queryOf(calls.bankTransfers.bankAccount, {}), enabled: mayPay });
  const { data, error, refetch } = found;
  return (
    <>
      <PageHeading title={t('title')} />
      {me && !mayPay && <Alert type="info" showIcon title={t('member')} />}
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (mayPay || !me) && <Skeleton rows={6} />}
      {data?.receiver && (
        <div className="bank-transfers">
          <Receiver receiver={data.receiver} remarkCode={data.remarkCode} />
          <ReportForm payerName={me?.accountName ?? ''} />
        </div>
      )}
      {data && !data.receiver && (
        <EmptyState title={t('off')} hint={t('offHint')}>
          <LinkButton to={paths.recharge} type="primary">
            {t('otherWays')}
          </LinkButton>
        </EmptyState>
      )}
      {data && <Reports />}
    </>
  );
}
