import { type AttestationSummary, calls, orderMinutes } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';

const useWords = words('unpaid', {
  waits: [
    '订单支付后开始取证；下单 {minutes} 分钟后未支付，订单自动关闭。',
    'It is captured once its order is paid. An order that is not paid is closed after {minutes} minutes.',
  ],
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
      title={say('waits', { minutes: orderMinutes })}
      action={mayPay && <LinkButton to={paths.pay(orderNo)}>{say('pay')}</LinkButton>}
    />
  );
}
