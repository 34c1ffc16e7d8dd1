import {
  accountDay,
  arrivalCents,
  bankTransferNoteLength,
  calls,
  payerNameLength,
  type Upload,
} from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { AmountField } from '../../ui/forms/amount-field.tsx';
import { FileField, sender } from '../../ui/forms/file-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { toast } from '../../ui/notices/toast.ts';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bank-transfers-form', text);

const sendReceipt = sender(calls.uploads.uploadFile, {});

interface Values {
  amountCents: number | null;
  payerName: string;
  transferredOn: string;
  receipt: Upload | null;
  note?: string;
}

/** Reports a transfer that was made. It changes no money, so the button names the amount but no charge. */
export function ReportForm({ payerName }: { payerName: string }) {
  const t = useWords();
  const today = accountDay(new Date());
  const [form] = Form.useForm<Values>();
  const cents = centsOf(Form.useWatch('amountCents', form));
  const { refusal, isSending, submit } = useSubmit(form, async ({ amountCents, receipt, ...rest }: Values) => {
    await ask(calls.bankTransfers.reportBankTransfer, {
      ...rest,
      amountCents: centsOf(amountCents),
      receipt: receipt?.fileId ?? '',
    });
    toast.success(t('reported'));
    form.resetFields();
    await refresh('bankTransfers');
  });
  const isAmount = cents >= arrivalCents.min && cents <= arrivalCents.max;
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="bank-transfers-form"
      initialValues={{ payerName, transferredOn: today, amountCents: null, receipt: null }}
      onFinish={submit}
    >
      <h2>{t('title')}</h2>
      <p className="secondary">{t('lead')}</p>
      <Refusal>{refusal}</Refusal>
      <AmountField
        name="amountCents"
        label={t('amount')}
        limits={arrivalCents}
        wrong={t('amountWrong', { max: amount(arrivalCents.max) })}
        input={{ size: 'large' }}
      />
      <Form.Item
        name="payerName"
        label={t('payer')}
        extra={t('payerHelp')}
        {...validateOnBlur([{ required: true, whitespace: true, ...payerNameLength, message: t('payerWrong') }])}
      >
        <Input size="large" maxLength={payerNameLength.max} autoComplete="organization" />
      </Form.Item>
      <Form.Item name="transferredOn" label={t('day')} rules={[{ required: true, message: t('dayMissing') }]}>
        <Input type="date" size="large" max={today} />
      </Form.Item>
      <Form.Item name="receipt" label={t('receipt')} rules={[{ required: true, message: t('receiptMissing') }]}>
        <FileField label={t('receipt')} purpose="attachment" send={sendReceipt} />
      </Form.Item>
      <Form.Item name="note" label={t('note')}>
        <Input.TextArea rows={2} maxLength={bankTransferNoteLength} />
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" loading={isSending}>
        {isAmount ? t('submit', { amount: amount(cents) }) : t('submitEmpty')}
      </Button>
      <p className="secondary bank-transfers-next">{t('next')}</p>
    </Form>
  );
}
