import { type AttestationSummary, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { paths } from '../../ui/paths.ts';
import { words } from '../../ui/words.ts';

const useWords = words('unpaid', {
  waits: ['订单支付后开始取证。', 'It is captured once its order is paid.'],
  pay: ['去支付', 'Pay'],
});

/** What waits for the payment of its order, with the way there for who may pay. */
export function Unpaid({ row: { orderNo } }: { row: AttestationSummary }) {
  const say = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayPay = orderNo !== null && me?.permissions.includes('billing');
  return (
    <Alert
      type="warning"
      showIcon
      title={say('waits')}
      action={mayPay && <LinkButton to={paths.pay(orderNo)}>{say('pay')}</LinkButton>}
    />
  );
}
