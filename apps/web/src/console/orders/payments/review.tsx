import { calls, type PaymentIssue, type ReviewOutcome, statementLength } from '@proofkeep/contract';
import { Form, Radio } from 'antd';
import { refresh } from '../../../api/refresh.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import { ReasonField, reasonOf } from '../../ui/reason-field.tsx';
import { callWithStepUp } from '../../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-issue-review', text);

interface Values {
  outcome?: ReviewOutcome;
  note: string;
}

/** Lets the operator record the outcome of an issue; the ledger is updated to match. */
export function Review({ issue: { issueId, kind, refund, outcomes } }: { issue: PaymentIssue }) {
  const t = useWords();
  const isNoteAlone = outcomes.includes('noted');
  const onSent = async () => {
    toast.success(t('saved'));
    await refresh('paymentIssues');
  };
  return (
    <div className="console-orders-acts">
      <ActDialog
        label={t('review')}
        title={t('title')}
        act={t('save')}
        about={<p>{t(isNoteAlone ? 'noted' : refund ? 'refund' : 'booked')}</p>}
        send={({ outcome = 'noted', note }: Values) =>
          callWithStepUp(calls.consoleOrders.reviewPaymentIssue, { issueId, outcome, note })
        }
        onSent={onSent}
      >
        {!isNoteAlone && (
          <Form.Item name="outcome" label={t('outcome')} rules={[{ required: true, message: t('outcomeMissing') }]}>
            <Radio.Group className="console-orders-outcomes">
              {outcomes.map((outcome) => (
                <Radio key={outcome} value={outcome}>
                  {t(outcome === 'kept' && kind === 'refund' ? 'kept-refund' : outcome)}
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
        )}
        <ReasonField {...reasonOf(t, 'note')} length={statementLength} />
      </ActDialog>
    </div>
  );
}
