import { calls } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useAct } from '../../api/refresh.ts';
import { words } from '../../ui/words/words.ts';
import { useConfirm } from './acts.ts';

const useWords = words('answer', {
  confirm: ['确认并出具证书', 'Confirm and certify'],
  reject: ['不要这个', 'Reject'],
  title: ['放弃这次取证？', 'Reject this capture?'],
  hint: [
    '取证所得的文件会被删除，不收取费用。日志中只留下摘要，无法由它还原内容。',
    'The captured files are removed and nothing is charged. The log keeps only a digest, from which nothing can be restored.',
  ],
  reason: ['原因（选填）', 'Reason (optional)'],
  keep: ['保留', 'Keep it'],
});

/** What a preview asks of its holder. */
export function Answer({ ano }: { ano: string }) {
  const say = useWords();
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirm();
  return (
    <>
      <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate([ano])}>
        {say('confirm')}
      </Button>
      <Button onClick={() => setAsking(true)}>{say('reject')}</Button>
      <Reject ano={ano} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function Reject({ ano, isOpen, onClose }: { ano: string; isOpen: boolean; onClose: () => void }) {
  const say = useWords();
  const [form] = Form.useForm<{ reason?: string }>();
  const reject = useAct(calls.attestations.reject, 'attestations');
  const send = ({ reason = '' }: { reason?: string }) => reject.mutate({ ano, reason }, { onSuccess: onClose });
  return (
    <Modal
      open={isOpen}
      title={say('title')}
      okText={say('reject')}
      okButtonProps={{ danger: true, loading: reject.isPending }}
      cancelText={say('keep')}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{say('hint')}</p>
      <Form form={form} layout="vertical" onFinish={send} className="reject-form">
        <Form.Item name="reason" label={say('reason')}>
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
