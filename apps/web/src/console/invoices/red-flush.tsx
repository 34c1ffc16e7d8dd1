import { type ConsoleInvoiceDetail, calls, reasonLength } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import { type Numbered, NumberFields, numberedOf, today } from './number-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-red-flush', text);

type Values = Numbered & { reason: string };

export function RedFlush({ invoice, onChanged }: { invoice: ConsoleInvoiceDetail; onChanged: () => Promise<void> }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const { id, attempt, overCents } = invoice;
  const { refusal, isSending, submit } = useSubmit(form, async (values: Values) => {
    await callWithStepUp(calls.invoices.redFlush, { id, attempt, ...numberedOf(values), reason: values.reason.trim() });
    setOpen(false);
    toast.success(t('flushed'));
    await onChanged();
  });
  return (
    <DecisionBar>
      <Button danger type={overCents > 0 ? 'primary' : 'default'} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <Modal
        open={isOpen}
        title={t('title')}
        okText={t('flush')}
        okButtonProps={{ danger: true, loading: isSending }}
        cancelText={t('cancel')}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
        width={560}
        destroyOnHidden
      >
        <p className="console-invoices-alert">{t('hint')}</p>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          preserve={false}
          initialValues={{ number: '', issuedOn: today(), reason: overCents > 0 ? t('refunded') : '' }}
          onFinish={submit}
        >
          <Refusal>{refusal}</Refusal>
          <NumberFields isRed />
          <Form.Item
            name="reason"
            label={t('reason')}
            rules={[{ required: true, whitespace: true, ...reasonLength, message: t('reasonWrong') }]}
          >
            <Input maxLength={reasonLength.max} />
          </Form.Item>
        </Form>
      </Modal>
    </DecisionBar>
  );
}
