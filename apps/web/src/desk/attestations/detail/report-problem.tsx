import { calls, remarkLength } from '@proofkeep/contract';
import { Form, Input, Modal } from 'antd';
import { useAct } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('report-problem', text);

/** Asks what is wrong with an attestation and sends it to the operator. */
export function ReportProblem({ ano, onLeave }: { ano: string; onLeave: () => void }) {
  const t = useWords();
  const [form] = Form.useForm<{ text: string }>();
  const report = useAct(calls.attestations.feedback, 'attestations');
  const send = ({ text }: { text: string }) =>
    report.mutate({ ano, text }, { onSuccess: () => (onLeave(), toast.success(t('sent'))) });
  return (
    <Modal
      open
      title={t('title')}
      okText={t('send')}
      okButtonProps={{ loading: report.isPending }}
      cancelText={t('leave')}
      onOk={form.submit}
      onCancel={onLeave}
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={send}>
        <Form.Item name="text" label={t('text')} rules={[{ required: true, whitespace: true, message: t('empty') }]}>
          <Input.TextArea rows={4} maxLength={remarkLength} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
