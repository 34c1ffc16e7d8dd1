import { calls, type Member } from '@proofkeep/contract';
import { Modal } from 'antd';
import { useAct } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-disable', text);

export function DisableForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords();
  const disable = useAct(calls.members.disableMember, 'members');
  const send = () =>
    disable.mutate(
      { userId: member.userId },
      {
        onSuccess: () => {
          toast.success(t('done'));
          onClose();
        },
      },
    );
  return (
    <Modal
      open
      title={t('title', { name: member.name })}
      okText={t('disable')}
      okButtonProps={{ danger: true, loading: disable.isPending }}
      cancelText={t('keep')}
      onOk={send}
      onCancel={onClose}
    >
      <p>{t('hint')}</p>
    </Modal>
  );
}
