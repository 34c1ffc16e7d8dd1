import { type ConsoleInvoiceDetail, calls, reasonLength } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, AutoComplete, Button, Form } from 'antd';
import { useState } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { FileOf } from './file.tsx';
import { type Numbered, NumberFields, numberedOf, today } from './number-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-issue', text);

interface Props {
  invoice: ConsoleInvoiceDetail;
  onChanged: () => Promise<void>;
}

export function IssueOrReject({ invoice, onChanged }: Props) {
  const t = useWords();
  const { id, attempt } = invoice;
  const [form] = Form.useForm<Numbered>();
  const [isAttached, setAttached] = useState(false);
  const { refusal, isSending, submit } = useSubmit(form, async (values: Numbered) => {
    try {
      await ask(calls.invoices.issue, { id, attempt, ...numberedOf(values) });
    } catch (error) {
      if (isApiError(error, 'STATE_FORBIDS', 'INVOICE_AMOUNT_CHANGED')) await onChanged();
      throw error;
    }
    toast.success(t('issued'));
    await onChanged();
  });
  return (
    <>
      <section className="console-invoices-act">
        <h2>{t('title')}</h2>
        <p className="secondary">{t('hint')}</p>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ number: '', issuedOn: today() }}
          onFinish={submit}
        >
          <Refusal>{refusal}</Refusal>
          <NumberFields />
        </Form>
        <FileOf invoice={invoice} isAttached={isAttached} onChanged={() => setAttached(true)} />
      </section>
      <DecisionBar>
        <Reject invoice={invoice} onChanged={onChanged} />
        <Button type="primary" disabled={invoice.overCents > 0} loading={isSending} onClick={form.submit}>
          {t('issue')}
        </Button>
      </DecisionBar>
    </>
  );
}

const shortest = 4;

function Reject({ invoice: { id, attempt }, onChanged }: Props) {
  const t = useWords();
  const [reason, setReason] = useState('');
  const [isNeeded, setNeeded] = useState(false);
  const rejecting = useMutation({
    mutationFn: () => ask(calls.invoices.reject, { id, attempt, reason: reason.trim() }),
    meta: { isShownInPlace: true },
    onSuccess: async () => {
      toast.success(t('rejected'));
      await onChanged();
    },
    onError: (error) => isApiError(error, 'STATE_FORBIDS') && onChanged(),
  });
  const reject = () => {
    const isMissing = reason.trim().length < shortest;
    setNeeded(isMissing);
    if (!isMissing) rejecting.mutate();
  };
  return (
    <>
      {rejecting.error && (
        <Alert
          className="console-invoices-refusal"
          type="error"
          showIcon
          role="alert"
          title={toApiError(rejecting.error).message}
        />
      )}
      <div className="console-invoices-reason">
        <AutoComplete
          aria-label={t('reason')}
          placeholder={t('reason')}
          value={reason}
          onChange={setReason}
          maxLength={reasonLength.max}
          status={isNeeded ? 'error' : ''}
          aria-describedby={isNeeded ? 'invoice-reason-needed' : undefined}
          options={(['mismatch', 'refunded', 'incomplete'] as const).map((name) => ({ value: t(name) }))}
        />
        {isNeeded && (
          <span id="invoice-reason-needed" className="console-invoices-over" role="alert">
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
