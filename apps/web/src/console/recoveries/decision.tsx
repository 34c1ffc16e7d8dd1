import { calls, type RecoveryCase, recoveredBy, recoveryDelayHours } from '@proofkeep/contract';
import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { askProven } from '../ui/proof.ts';
import { DecisionBar } from '../ui/split.tsx';

const useWords = words('console-recovery-decision', {
  approve: ['同意移除', 'Approve'],
  refuse: ['不同意', 'Refuse'],
  withdraw: ['撤回同意', 'Take the approval back'],
  approveWhat: [
    '同意后，{hours} 小时后移除“{name}”的全部两步验证方式和恢复码，并退出其所有设备。其间对方会收到消息，可以终止。',
    'In {hours} hours every second factor and recovery code of “{name}” is removed, and every device signed out. The person is told and can stop it until then.',
  ],
  refuseWhat: [
    '“{name}”的两步验证方式保持不变，对方会收到通知。',
    'The second factors of “{name}” stay. The person is told.',
  ],
  approveNote: ['如何核实身份', 'How you made sure who it is'],
  refuseNote: ['原因', 'Why'],
  help: ['写入审计记录，用户看不到；至少 4 个字', 'For the audit trail, not for the person: at least 4 characters'],
  missing: ['请填写 4 至 500 个字', 'Enter 4 to 500 characters'],
  cancel: ['取消', 'Cancel'],
  approved: ['已同意，等待生效', 'Approved'],
  refused: ['已拒绝', 'Refused'],
});

type Act = 'approve' | 'refuse';

/** Both ask for a note and for the second factor of whoever decides. */
export function Decision({ matter, onDecided }: { matter: RecoveryCase; onDecided: () => void }) {
  const say = useWords();
  const [act, setAct] = useState<Act | null>(null);
  const mayApprove = recoveredBy(matter.state, 'approve') !== undefined;
  const refuse = say(mayApprove ? 'refuse' : 'withdraw');
  return (
    <DecisionBar>
      <Button danger onClick={() => setAct('refuse')}>
        {refuse}
      </Button>
      {mayApprove && (
        <Button type="primary" onClick={() => setAct('approve')}>
          {say('approve')}
        </Button>
      )}
      {act && (
        <NoteDialog
          act={act}
          label={act === 'approve' ? say('approve') : refuse}
          matter={matter}
          onClose={() => setAct(null)}
          onDecided={onDecided}
        />
      )}
    </DecisionBar>
  );
}

interface NoteProps {
  act: Act;
  label: string;
  matter: RecoveryCase;
  onClose: () => void;
  onDecided: () => void;
}

function NoteDialog({ act, label, matter: { id, name }, onClose, onDecided }: NoteProps) {
  const say = useWords();
  const [form] = Form.useForm<{ note: string }>();
  const isApproval = act === 'approve';
  const { refusal, isSending, submit } = useSubmit(form, async ({ note }: { note: string }) => {
    await askProven(isApproval ? calls.recovery.approveRecovery : calls.recovery.refuseRecovery, { id, note });
    onClose();
    toast.success(say(isApproval ? 'approved' : 'refused'));
    await refresh('recoveries');
    onDecided();
  });
  return (
    <Modal
      open
      title={label}
      okText={label}
      okButtonProps={{ danger: !isApproval }}
      cancelText={say('cancel')}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{isApproval ? say('approveWhat', { name, hours: recoveryDelayHours }) : say('refuseWhat', { name })}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
        <Refusal>{refusal}</Refusal>
        <Form.Item
          name="note"
          label={say(isApproval ? 'approveNote' : 'refuseNote')}
          extra={say('help')}
          rules={[{ required: true, whitespace: true, min: 4, max: 500, message: say('missing') }]}
        >
          <Input.TextArea autoFocus rows={3} maxLength={500} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
