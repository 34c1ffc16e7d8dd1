import { type ConsoleInvoiceDetail, calls, reasonLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
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
  const { id, attempt, overCents } = invoice;
  const onSent = async () => {
    toast.success(t('flushed'));
    await onChanged();
  };
  return (
    <DecisionBar>
      <ActDialog
        isDanger
        label={t('open')}
        button={{ type: overCents > 0 ? 'primary' : 'default' }}
        title={t('title')}
        act={t('flush')}
        width={560}
        about={<p className="console-invoices-alert">{t('hint')}</p>}
        initialValues={{ number: '', issuedOn: today(), reason: overCents > 0 ? t('refunded') : '' }}
        send={(values: Values) =>
          callWithStepUp(calls.invoices.redFlush, {
            id,
            attempt,
            ...numberedOf(values),
            reason: values.reason.trim(),
          })
        }
        onSent={onSent}
      >
        <NumberFields isRed />
        <Form.Item
          name="reason"
          label={t('reason')}
          rules={[{ required: true, whitespace: true, ...reasonLength, message: t('reasonWrong') }]}
        >
          <Input maxLength={reasonLength.max} />
        </Form.Item>
      </ActDialog>
    </DecisionBar>
  );
}
