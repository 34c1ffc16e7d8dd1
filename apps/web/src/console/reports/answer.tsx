import { type ConsoleReportThread, calls, problemReportStateTable, remarkLength } from '@proofkeep/contract';
import { Button, Form, Input } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh, useAct } from '../../api/refresh.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-report-answer', text);

/** Answers or closes a report, as its state allows. */
export function Answer({ report: { id, state, reporter, email } }: { report: ConsoleReportThread }) {
  const t = useWords();
  const events = problemReportStateTable.allowed(state, 'operator');
  const [form] = Form.useForm<{ text: string }>();
  const { refusal, isSending, submit } = useSubmit(form, async ({ text }: { text: string }) => {
    await ask(calls.reports.answerReport, { id, text });
    form.resetFields();
    toast.success(t('sent'));
    await refresh('consoleReports');
  });
  const dismissal = useAct(calls.reports.dismissReport, 'consoleReports');
  const reaches = reporter ? t('byMessage', { name: reporter.name }) : email ? t('byMail', { email }) : t('byNothing');
  return (
    <DecisionBar>
      {events.includes('answer') && (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} className="console-reports-answer">
          <Refusal>{refusal}</Refusal>
          <Form.Item
            name="text"
            label={t('text')}
            extra={reaches}
            rules={[{ required: true, whitespace: true, message: t('missing') }]}
          >
            <Input.TextArea rows={4} maxLength={remarkLength} />
          </Form.Item>
        </Form>
      )}
      {events.includes('dismiss') && <ConfirmButton {...confirmAct(t, 'close', dismissal, { id })} kind="danger" />}
      {events.includes('answer') && (
        <Button type="primary" loading={isSending} onClick={form.submit}>
          {t('answer')}
        </Button>
      )}
    </DecisionBar>
  );
}
