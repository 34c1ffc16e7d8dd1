import { calls, remarkLength } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../api/refresh.ts';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('report-problem', text);

export function ReportProblem({ ano }: { ano: string }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form] = Form.useForm<{ text: string }>();
  const report = useAct(calls.attestations.feedback, 'attestations');
  const close = () => setOpen(false);
  const send = ({ text }: { text: string }) =>
    report.mutate({ ano, text }, { onSuccess: () => (close(), toast.success(t('sent'))) });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      <Modal
        open={isOpen}
        title={t('open')}
        okText={t('send')}
        okButtonProps={{ loading: report.isPending }}
        cancelText={t('leave')}
        onOk={form.submit}
        onCancel={close}
        destroyOnHidden
      >
        <Form form={form} layout="vertical" requiredMark={false} preserve={false} onFinish={send}>
          <Form.Item name="text" label={t('text')} rules={[{ required: true, whitespace: true, message: t('empty') }]}>
            <Input.TextArea rows={4} maxLength={remarkLength} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  );
}
