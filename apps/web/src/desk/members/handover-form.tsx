import { calls, handoverValidDays, type Member } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { StepUpCancelled } from '../../ui/step-up/step-up-cancelled.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-handover', text);

/** Offers the account to a member, who must accept. */
export function HandoverForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords();
  const { confirmed } = useConfirmed();
  const { userId, name } = member;
  const offering = useMutation({
    mutationFn: () => confirmed(() => ask(calls.members.offerHandover, { userId })),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      toast.success(t('offered', { name }));
      onClose();
    },
    onSettled: () => refresh('members'),
  });
  const { error } = offering;
  return (
    <Modal
      open
      title={t('title', { name })}
      okText={t('offer')}
      okButtonProps={{ loading: offering.isPending }}
      cancelText={t('cancel')}
      onOk={() => offering.mutate()}
      onCancel={onClose}
    >
      <Refusal>{error && !(error instanceof StepUpCancelled) ? toApiError(error).message : null}</Refusal>
      <ul className="members-terms">
        <li>{t('becomes', { name, days: handoverValidDays })}</li>
        <li>{t('remain')}</li>
        <li>{t('certified')}</li>
      </ul>
    </Modal>
  );
}
