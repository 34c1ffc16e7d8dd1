import { calls, type Member } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-remove', text);

export function RemoveForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords();
  const { confirmed } = useConfirmed();
  const { userId, name, kind } = member;
  const removing = useMutation({
    mutationFn: () => confirmed(() => ask(calls.members.removeMember, { userId })),
    onSuccess: () => {
      toast.success(t('done'));
      onClose();
    },
    onSettled: () => refresh('members'),
  });
  return (
    <Modal
      open
      title={t('title', { name })}
      okText={t('remove')}
      okButtonProps={{ danger: true, loading: removing.isPending }}
      cancelText={t('cancel')}
      onOk={() => removing.mutate()}
      onCancel={onClose}
    >
      <p>{t(kind === 'sub' ? 'hint' : 'hintSeat')}</p>
    </Modal>
  );
}
