import { calls, type InvoiceDetail } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';
import { ReapplyForm } from './reapply-form.tsx';

const useWords = words('invoice-standing', {
  sheet: [
    '运营方还没有上传发票文件。信息单列明发票号码和所含订单，但不是发票本身。',
    'The file of the invoice was not attached. The sheet gives its number and orders, and is not the invoice itself.',
  ],
  waits: ['运营方正在处理。开具后会通知您。', 'The operator works on it. You are told when it is issued.'],
  rejected: ['申请被驳回：{reason}', 'The application was rejected: {reason}'],
  rejectedHint: [
    '其中的订单可以更正后重新申请，也可以另行申请。',
    'Correct it and apply again, or put its orders into another invoice.',
  ],
  nothingLeft: [
    '其中的订单已退款，或已在其他发票中，不能重新申请。',
    'Its orders were refunded or are in other invoices: there is nothing to apply for again.',
  ],
  reapply: ['更正并重新申请', 'Correct and apply again'],
  flushed: ['发票已红冲：{reason}', 'The invoice was red-flushed: {reason}'],
  flushedHint: [
    '请勿再用于报销或抵扣。未退款的订单可以重新开票。',
    'It is void now. What was not refunded can be invoiced anew.',
  ],
  toOrders: ['查看可开票订单', 'See orders to invoice'],
  withdraw: ['撤回申请', 'Take it back'],
  withdrawTitle: ['撤回这份发票申请？', 'Take this application back?'],
  withdrawHint: [
    '撤回后运营方不再处理，其中的订单可以重新选择并申请。撤回后不能恢复。',
    'The operator does not work on it any more, and its orders can be put into another. It cannot be brought back.',
  ],
  keep: ['保留', 'Keep it'],
  withdrawn: ['申请已撤回', 'The application was taken back'],
  withdrawnHint: ['其中未退款的订单可以重新开票。', 'What of its orders was not refunded can be invoiced anew.'],
});

/** What is to be done, or waited for, above everything else. */
export function Standing({ invoice }: { invoice: InvoiceDetail }) {
  const say = useWords();
  const [isCorrecting, setCorrecting] = useState(false);
  const { state, reason, pdf, orders } = invoice;
  const isLeft = orders.some(({ leftCents }) => leftCents > 0);
  if (state === 'issued')
    return pdf === 'sheet' ? <Alert className="invoices-alert" type="info" showIcon title={say('sheet')} /> : null;
  if (state === 'red-flushed')
    return (
      <Alert
        className="invoices-alert"
        type="warning"
        showIcon
        title={say('flushed', { reason: reason ?? '' })}
        description={
          <div className="invoices-next">
            {say('flushedHint')}
            <LinkButton to={`${paths.invoices}?tab=orders`}>{say('toOrders')}</LinkButton>
          </div>
        }
      />
    );
  if (state === 'withdrawn')
    return (
      <Alert
        className="invoices-alert"
        type="info"
        showIcon
        title={say('withdrawn')}
        description={
          <div className="invoices-next">
            {say('withdrawnHint')}
            <LinkButton to={`${paths.invoices}?tab=orders`}>{say('toOrders')}</LinkButton>
          </div>
        }
      />
    );
  if (state !== 'rejected') return <Waits id={invoice.id} />;
  return (
    <>
      <Alert
        className="invoices-alert"
        type="error"
        showIcon
        title={say('rejected', { reason: reason ?? '' })}
        description={
          <div className="invoices-next">
            {say(isLeft ? 'rejectedHint' : 'nothingLeft')}
            {isLeft && (
              <Button type="primary" onClick={() => setCorrecting(true)}>
                {say('reapply')}
              </Button>
            )}
          </div>
        }
      />
      {isCorrecting && <ReapplyForm invoice={invoice} onClose={() => setCorrecting(false)} />}
    </>
  );
}

/** Nobody has decided yet: whoever applied may still think better of it. */
function Waits({ id }: { id: string }) {
  const say = useWords();
  const withdrawing = useMutation({
    mutationFn: () => ask(calls.invoices.withdraw, { id }),
    // Also where it was refused: it was decided a moment ago.
    onSettled: () => refresh('invoices'),
  });
  return (
    <Alert
      className="invoices-alert"
      type="info"
      showIcon
      title={say('waits')}
      action={
        <ConfirmButton
          act={say('withdraw')}
          title={say('withdrawTitle')}
          hint={say('withdrawHint')}
          keep={say('keep')}
          kind="danger"
          isPending={withdrawing.isPending}
          onConfirm={() => withdrawing.mutate()}
        />
      }
    />
  );
}
