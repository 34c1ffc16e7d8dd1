import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { headers } from './acts.ts';
import { ApplicationFields, deliveryOf, type EnteredApplication } from './application-fields.tsx';
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
  const [form] = Form.useForm<EnteredApplication>();
  const { data } = useQuery(headers);
  const { data: settings } = useQuery(queryOf(calls.messages.notificationSettings, {}));
  const { refusal, isSending, submit } = useSubmit(form, async (asked: EnteredApplication) => {
    const { id } = await ask(calls.invoices.apply, {
      orderNos,
      headerId: asked.headerId ?? '',
      kind: asked.kind,
      ...deliveryOf(asked),
    });
    toast.success(t('applied'));
    await refresh('invoices');
    await navigate(paths.invoice(id));
  });
  const kept = data?.list.find(({ isDefault }) => isDefault)?.id;
  return (
    <Modal
      open
      title={t('title')}
      okText={t('apply', { amount: amount(sumCents) })}
      cancelText={t('cancel')}
      okButtonProps={{ loading: isSending, disabled: !data || !settings }}
      onOk={form.submit}
      onCancel={onClose}
      width={560}
    >
      <p className="invoices-about">
        {t('about', { count: orderNos.length, amount: amount(sumCents) })} {t('free')}{' '}
        {leftCents > 0 && t('left', { amount: amount(leftCents) })}
      </p>
      {data && settings ? (
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={
            {
              kind: 'ordinary',
              by: 'email',
              ...(kept ? { headerId: kept } : {}),
              ...(settings.email ? { email: settings.email } : {}),
            } satisfies EnteredApplication
          }
          onFinish={submit}
        >
          <Refusal>{refusal}</Refusal>
          <ApplicationFields />
        </Form>
      ) : (
        <Skeleton rows={6} />
      )}
    </Modal>
  );
}
