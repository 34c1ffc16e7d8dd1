import { calls, type Member } from '@proofkeep/contract';
import { Modal } from 'antd';
import { useAct } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';

const useWords = words('member-disable', {
  title: ['停用“{name}”？', 'Disable {name}?'],
  hint: [
    '该成员的登录会立即全部退出，不能再登录或以此身份操作。其存证和操作记录都会保留，可以随时重新启用。',
    'All sessions end at once, and nobody can act in this name any more. Evidence and records stay. You can enable the member again at any time.',
  ],
  disable: ['停用', 'Disable'],
  keep: ['不停用', 'Keep active'],
  done: ['已停用', 'Disabled'],
});

export function DisableForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useWords();
  const disable = useAct(calls.members.disableMember, 'members');
  const send = () =>
    disable.mutate(
      { userId: member.userId },
      {
        onSuccess: () => {
          toast.success(say('done'));
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      title={say('title', { name: member.name })}
      okText={say('disable')}
      okButtonProps={{ danger: true, loading: disable.isPending }}
      cancelText={say('keep')}
      onOk={send}
      onCancel={onClose}
    >
      <p>{say('hint')}</p>
    </Modal>
  );
}
