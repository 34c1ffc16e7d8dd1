import { calls, type InvoiceDetail, invoiceStateTable } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';
import { ReapplyForm } from './reapply-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-state-notice', text);

/** Explains the invoice's state above the page, with the actions open to the holder. */
export function StateNotice({ invoice }: { invoice: InvoiceDetail }) {
  const t = useWords();
  const { state, reason, pdf } = invoice;
  const allowed = invoiceStateTable.allowed(state, 'holder');
  if (allowed.includes('withdraw')) return <Undecided id={invoice.id} />;
  if (allowed.includes('reapply')) return <Rejected invoice={invoice} />;
  if (state === 'issued')
    return pdf === 'sheet' ? <Alert className="invoices-alert" type="info" showIcon title={t('sheet')} /> : null;
  if (state === 'red-flushed')
    return (
      <Alert
        className="invoices-alert"
        type="warning"
        showIcon
        title={t('flushed', { reason: reason ?? '' })}
        description={
          <div className="invoices-next">
            {t('flushedHint')}
            <LinkButton to={`${paths.invoices}?tab=orders`}>{t('toOrders')}</LinkButton>
          </div>
        }
      />
    );
  return (
    <Alert
      className="invoices-alert"
      type="info"
      showIcon
      title={t('withdrawn')}
      description={
        <div className="invoices-next">
          {t('withdrawnHint')}
          <LinkButton to={`${paths.invoices}?tab=orders`}>{t('toOrders')}</LinkButton>
        </div>
      }
    />
  );
}

function Rejected({ invoice }: { invoice: InvoiceDetail }) {
  const t = useWords();
  const [isCorrecting, setCorrecting] = useState(false);
  const isLeft = invoice.orders.some(({ leftCents }) => leftCents > 0);
  return (
    <>
      <Alert
        className="invoices-alert"
        type="error"
        showIcon
        title={t('rejected', { reason: invoice.reason ?? '' })}
        description={
          <div className="invoices-next">
            {t(isLeft ? 'rejectedHint' : 'nothingLeft')}
            {isLeft && (
              <Button type="primary" onClick={() => setCorrecting(true)}>
                {t('reapply')}
              </Button>
            )}
          </div>
        }
      />
      {isCorrecting && <ReapplyForm invoice={invoice} onClose={() => setCorrecting(false)} />}
    </>
  );
}

function Undecided({ id }: { id: string }) {
  const t = useWords();
  const withdrawing = useMutation({
    mutationFn: () => ask(calls.invoices.withdraw, { id }),
    // Also after a refusal: an operator has just decided.
    onSettled: () => refresh('invoices'),
  });
  return (
    <Alert
      className="invoices-alert"
      type="info"
      showIcon
      title={t('waits')}
      action={<ConfirmButton {...confirmAct(t, 'withdraw', withdrawing, undefined)} kind="danger" />}
    />
  );
}
