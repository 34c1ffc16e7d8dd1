import { calls, type ProblemReportThread, problemReportStateTable, remarkLength } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { Link } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh, useAct } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { ReportChip } from '../../ui/reports/chip.tsx';
import { ReportThread } from '../../ui/reports/thread.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('report-detail', text);

/** One reported problem with its answers. */
export function ReportDetail({ id }: { id: string }) {
  const t = useWords();
  const { data, error, refetch } = useQuery(queryOf(calls.reports.ownReport, { id }));
  return (
    <>
      <Link to={paths.ownReports}>{t('back')}</Link>
      <PageHeading title={t('title')}>{data && <ReportChip state={data.state} />}</PageHeading>
      {!data && error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <div className="reports-detail">
          {data.ano && (
            <p>
              {t('about')} <Link to={paths.attestation(data.ano)}>{data.ano}</Link>
            </p>
          )}
          <ReportThread entries={data.entries} reporter={t('you')} />
          {data.state === 'open' && <p className="secondary">{t('waits')}</p>}
          <Acts report={data} />
        </div>
      )}
    </>
  );
}

function Acts({ report: { id, state } }: { report: ProblemReportThread }) {
  const t = useWords();
  const events = problemReportStateTable.allowed(state, 'reporter');
  const [form] = Form.useForm<{ text: string }>();
  const { refusal, isSending, submit } = useSubmit(form, async ({ text }: { text: string }) => {
    await ask(calls.reports.replyToReport, { id, text });
    form.resetFields();
    await refresh('ownReports');
  });
  const closing = useAct(calls.reports.closeReport, 'ownReports');
  if (events.length === 0) return null;
  return (
    <>
      {events.includes('reply') && (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
          <Refusal>{refusal}</Refusal>
          <Form.Item name="text" label={t('reply')} rules={[{ required: true, whitespace: true, message: t('empty') }]}>
            <Input.TextArea rows={4} maxLength={remarkLength} />
          </Form.Item>
        </Form>
      )}
      <div className="reports-acts">
        {events.includes('reply') && (
          <Button type="primary" loading={isSending} onClick={form.submit}>
            {t('send')}
          </Button>
        )}
        {events.includes('close') && (
          <Button loading={closing.isPending} onClick={() => closing.mutate({ id })}>
            {t('solved')}
          </Button>
        )}
      </div>
    </>
  );
}
