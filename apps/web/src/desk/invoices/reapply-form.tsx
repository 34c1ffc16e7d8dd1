import { calls, type InvoiceDetail, type KeptHeader } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { addresses, headers } from './acts.ts';
import { ApplicationDialog } from './application-dialog.tsx';
import { deliveryOf, type EnteredApplication } from './application-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-reapply', text);

/** Prefilled from the rejected application, as far as its header and address still exist. */
export function ReapplyForm({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const t = useWords();
  const { data: kept } = useQuery(headers);
  const { data: book } = useQuery({ ...addresses, enabled: invoice.delivery.by === 'paper' });
  const send = async (asked: EnteredApplication) => {
    await ask(calls.invoices.reapply, {
      id: invoice.id,
      headerId: asked.headerId ?? '',
      kind: asked.kind,
      ...deliveryOf(asked),
    });
    toast.success(t('applied'));
    await refresh('invoices');
    onClose();
  };
  const leftCents = invoice.orders.reduce((sum, order) => sum + order.leftCents, 0);
  const isReady = kept !== undefined && (book !== undefined || invoice.delivery.by === 'email');
  return (
    <ApplicationDialog
      title={t('title')}
      act={t('apply', { amount: amount(leftCents) })}
      cancel={t('cancel')}
      initialValues={isReady ? beforeOf(invoice, kept.list, book?.list ?? []) : undefined}
      send={send}
      onClose={onClose}
    />
  );
}

function beforeOf(
  { kind, header, delivery }: InvoiceDetail,
  kept: readonly KeptHeader[],
  book: readonly { id: string; recipient: string; detail: string }[],
): EnteredApplication {
  const same = kept.find(({ title, taxNumber }) => title === header.title && taxNumber === header.taxNumber);
  const headerId = (same ?? kept.find(({ isDefault }) => isDefault))?.id;
  const address =
    delivery.by === 'paper'
      ? book.find(({ recipient, detail }) => recipient === delivery.recipient && detail === delivery.detail)
      : undefined;
  return {
    kind,
    by: delivery.by,
    ...(headerId ? { headerId } : {}),
    ...(delivery.by === 'email' ? { email: delivery.email } : {}),
    ...(address ? { addressId: address.id } : {}),
  };
}
