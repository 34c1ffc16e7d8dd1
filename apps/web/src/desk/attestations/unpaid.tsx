import { type AttestationSummary, calls, orderMinutes } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('unpaid', text);

/** Shown while the order awaits payment, with a link to it for users who may pay. */
export function Unpaid({ row: { orderNo } }: { row: AttestationSummary }) {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayPay = orderNo !== null && me?.permissions.includes('billing');
  return (
    <Alert
      type="warning"
      showIcon
      title={t('waits', { minutes: orderMinutes })}
      action={mayPay && <LinkButton to={paths.pay(orderNo)}>{t('pay')}</LinkButton>}
    />
  );
}
