import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { toast } from '../../ui/notices/toast.ts';
import { amount } from '../../ui/words/formatters.ts';
import { Sentences } from '../../ui/words/sentences.tsx';
import { words } from '../../ui/words/words.ts';
import { headers } from './acts.ts';
import { ApplicationDialog } from './application-dialog.tsx';
import { deliveryOf, type EnteredApplication } from './application-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-apply', text);

interface Props {
  orderNos: string[];
  sumCents: number;
  /** Cents that can be invoiced in other orders. */
  leftCents: number;
  onClose: () => void;
}

export function ApplyForm({ orderNos, sumCents, leftCents, onClose }: Props) {
  const t = useWords();
  const navigate = useNavigate();
  const { data } = useQuery(headers);
  const { data: settings } = useQuery(queryOf(calls.messages.notificationSettings, {}));
  const send = async (asked: EnteredApplication) => {
    const { id } = await ask(calls.invoices.apply, {
      orderNos,
      headerId: asked.headerId ?? '',
      kind: asked.kind,
      ...deliveryOf(asked),
    });
    toast.success(t('applied'));
    await refresh('invoices');
    await navigate(paths.invoice(id));
  };
  const kept = data?.list.find(({ isDefault }) => isDefault)?.id;
  return (
    <ApplicationDialog
      title={t('title')}
      act={t('apply', { amount: amount(sumCents) })}
      cancel={t('cancel')}
      about={
        <p className="invoices-about">
          <Sentences>
            {t('about', { count: orderNos.length, amount: amount(sumCents) })}
            {t('free')}
            {leftCents > 0 && t('left', { amount: amount(leftCents) })}
          </Sentences>
        </p>
      }
      initialValues={
        data &&
        settings && {
          kind: 'ordinary',
          by: 'email',
          ...(kept ? { headerId: kept } : {}),
          ...(settings.email ? { email: settings.email } : {}),
        }
      }
      send={send}
      onClose={onClose}
    />
  );
}
