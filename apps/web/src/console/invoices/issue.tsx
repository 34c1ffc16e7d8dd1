import { type ConsoleInvoiceDetail, calls, reasonLength } from '@proofkeep/contract';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionForm } from '../ui/decision-form.tsx';
import { Reject } from '../ui/reject.tsx';
import { DecisionBar } from '../ui/split.tsx';
import { useDecision } from '../ui/use-decision.ts';
import { FileOf } from './file.tsx';
import { type Numbered, NumberFields, numberedOf, today } from './number-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-issue', text);

const usual = ['mismatch', 'refunded', 'incomplete'] as const;

interface Props {
  invoice: ConsoleInvoiceDetail;
  onChanged: () => Promise<void>;
}

export function IssueOrReject({ invoice, onChanged }: Props) {
  const t = useWords();
  const { id, attempt } = invoice;
  const [form] = Form.useForm<Numbered>();
  const [isAttached, setAttached] = useState(false);
  const issue = (values: Numbered) => ask(calls.invoices.issue, { id, attempt, ...numberedOf(values) });
  const decision = useDecision(form, issue, t('issued'), onChanged);
  return (
    <>
      <DecisionForm
        t={t}
        form={form}
        initialValues={{ number: '', issuedOn: today() }}
        decision={decision}
        below={<FileOf invoice={invoice} isAttached={isAttached} onChanged={() => setAttached(true)} />}
      >
        <NumberFields />
      </DecisionForm>
      <DecisionBar>
        <Reject
          t={t}
          usual={usual}
          length={reasonLength}
          reject={(reason) => ask(calls.invoices.reject, { id, attempt, reason })}
          onRejected={onChanged}
          onStale={() => void onChanged()}
        />
        <Button type="primary" disabled={invoice.overCents > 0} loading={decision.isSending} onClick={form.submit}>
          {t('issue')}
        </Button>
      </DecisionBar>
    </>
  );
}
