import { arrivalCents, bankReferenceLength, type ConsoleBankTransfer, calls, reasonLength } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { toast } from '../../ui/notices/toast.ts';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfer-decide', text);

interface Props {
  transfer: ConsoleBankTransfer;
  onChanged: () => Promise<void>;
}

interface Values {
  amountCents: number | null;
  reference: string;
}

/** Credits what the bank statement shows, which may differ from the report, or rejects the report. */
export function Decide({ transfer, onChanged }: Props) {
  const t = useWords();
  const [form] = Form.useForm<Values>();
  const { id, amountCents: reportedCents } = transfer;
  const cents = centsOf(Form.useWatch('amountCents', form) ?? reportedCents / 100);
  const { refusal, isSending, submit } = useSubmit(form, async ({ amountCents, reference }: Values) => {
    try {
      await callWithStepUp(calls.bankTransfers.creditBankTransfer, {
        id,
        amountCents: centsOf(amountCents),
        reference,
      });
    } catch (error) {
      if (isApiError(error, 'STATE_FORBIDS')) await onChanged();
      throw error;
    }
    toast.success(t('credited'));
    await onChanged();
  });
  const validator = (_rule: unknown, value: number | null) =>
    centsOf(value) >= arrivalCents.min && centsOf(value) <= arrivalCents.max
      ? Promise.resolve()
      : Promise.reject(new Error(t('amountWrong')));
  return (
    <>
      <section className="console-bank-transfers-act">
        <h2>{t('title')}</h2>
        <p className="secondary">{t('hint')}</p>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ amountCents: reportedCents / 100, reference: '' }}
          onFinish={submit}
        >
          <Refusal>{refusal}</Refusal>
          <Form.Item name="amountCents" label={t('amount')} {...validateOnBlur([{ validator }])}>
            <InputNumber<number> prefix="¥" precision={2} controls={false} inputMode="decimal" />
          </Form.Item>
          <Form.Item
            name="reference"
            label={t('reference')}
            extra={t('referenceHelp')}
            {...validateOnBlur([
              { required: true, whitespace: true, pattern: /^[\s0-9A-Za-z-]{4,}$/, message: t('referenceWrong') },
            ])}
          >
            <Input className="mono" autoComplete="off" maxLength={bankReferenceLength.max} spellCheck={false} />
          </Form.Item>
        </Form>
        {cents !== reportedCents && (
          <Alert
            type="warning"
            showIcon
            title={t('differs', { reported: amount(reportedCents), arrived: amount(cents) })}
          />
        )}
      </section>
      <DecisionBar>
        <Reject transfer={transfer} onChanged={onChanged} />
        <Button type="primary" loading={isSending} onClick={form.submit}>
          {t('credit', { amount: amount(cents) })}
        </Button>
      </DecisionBar>
    </>
  );
}

function Reject({ transfer: { id }, onChanged }: Props) {
  const t = useWords();
  const [reason, setReason] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const rejecting = useMutation({
    mutationFn: () => ask(calls.bankTransfers.rejectBankTransfer, { id, reason: reason.trim() }),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      toast.success(t('rejected'));
      await onChanged();
    },
    onError: (error) => isApiError(error, 'STATE_FORBIDS') && onChanged(),
  });
  const reject = () => {
    const isMissing = reason.trim().length < reasonLength.min;
    setNeeded(isMissing);
    if (!isMissing) rejecting.mutate();
  };
  return (
    <>
      {rejecting.error && (
        <Alert
          className="console-bank-transfers-refusal"
          type="error"
          showIcon
          role="alert"
          title={toApiError(rejecting.error).message}
        />
      )}
      <div className="console-bank-transfers-reason">
        <AutoComplete
          aria-label={t('reason')}
          placeholder={t('reason')}
          value={reason}
          onChange={setReason}
          maxLength={reasonLength.max}
          status={isNeeded ? 'error' : ''}
          aria-describedby={isNeeded ? 'bank-transfer-reason-needed' : undefined}
          options={(['missing', 'otherPayer', 'unreadable', 'twice'] as const).map((name) => ({ value: t(name) }))}
        />
        {isNeeded && (
          <span id="bank-transfer-reason-needed" className="console-bank-transfers-needed" role="alert">
            {t('needed')}
          </span>
        )}
      </div>
      <Button danger loading={rejecting.isPending} onClick={reject}>
        {t('reject')}
      </Button>
    </>
  );
}
