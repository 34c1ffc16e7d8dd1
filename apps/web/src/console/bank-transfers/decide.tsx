import { arrivalCents, bankReferenceLength, type ConsoleBankTransfer, calls, reasonLength } from '@proofkeep/contract';
import { Alert, Button, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { AmountField } from '../../ui/forms/amount-field.tsx';
import { validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionForm } from '../ui/decision-form.tsx';
import { Reject } from '../ui/reject.tsx';
import { DecisionBar } from '../ui/split.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import { useDecision } from '../ui/use-decision.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bank-transfer-decide', text);

interface Props {
  transfer: ConsoleBankTransfer;
  onChanged: () => Promise<void>;
}

const usual = ['missing', 'otherPayer', 'unreadable', 'twice'] as const;

interface Values {
  amountCents: number | null;
  reference: string;
}

/** Credits the amount on the bank statement, which may differ from the report, or rejects the report. */
export function Decide({ transfer, onChanged }: Props) {
  const t = useWords();
  const [form] = Form.useForm<Values>();
  const { id, amountCents: reportedCents } = transfer;
  const cents = centsOf(Form.useWatch('amountCents', form) ?? reportedCents / 100);
  const credit = ({ amountCents, reference }: Values) =>
    callWithStepUp(calls.bankTransfers.creditBankTransfer, { id, amountCents: centsOf(amountCents), reference });
  const decision = useDecision(form, credit, t('credited'), onChanged);
  return (
    <>
      <DecisionForm
        className="console-bank-transfers-act"
        t={t}
        form={form}
        initialValues={{ amountCents: reportedCents / 100, reference: '' }}
        decision={decision}
        below={
          cents !== reportedCents && (
            <Alert
              type="warning"
              showIcon
              title={t('differs', { reported: amount(reportedCents), arrived: amount(cents) })}
            />
          )
        }
      >
        <AmountField name="amountCents" label={t('amount')} limits={arrivalCents} wrong={t('amountWrong')} />
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
      </DecisionForm>
      <DecisionBar>
        <Reject
          t={t}
          usual={usual}
          length={reasonLength}
          reject={(reason) => ask(calls.bankTransfers.rejectBankTransfer, { id, reason })}
          onRejected={onChanged}
          onStale={() => void onChanged()}
        />
        <Button type="primary" loading={decision.isSending} onClick={form.submit}>
          {t('credit', { amount: amount(cents) })}
        </Button>
      </DecisionBar>
    </>
  );
}
