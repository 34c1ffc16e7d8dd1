import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-withdraw', text);

/** Withdraws an undecided application. */
export function Withdraw<After>({
  act,
  isChange,
  onWithdrawn,
}: {
  act: () => Promise<After>;
  isChange: boolean;
  onWithdrawn: (after: After) => void;
}) {
  const t = useWords();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    meta: { isShownInPlace: true },
    onSuccess: (after) => {
      toast.success(t('done'));
      onWithdrawn(after);
    },
    onError: (error) => toast.error(toApiError(error).message),
  });
  return (
    <ConfirmButton
      act={t('withdraw')}
      title={t('title')}
      hint={t(isChange ? 'change' : 'first')}
      keep={t('keep')}
      kind="danger"
      isPending={isPending}
      onConfirm={() => mutate()}
    />
  );
}
