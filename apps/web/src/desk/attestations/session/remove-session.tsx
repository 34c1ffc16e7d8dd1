import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { ConfirmButton, confirmAct } from '../../../ui/forms/confirm-button.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('session-end', text);

/** Removes a session that has ended from the lists; sealed evidence is kept. */
export function RemoveSession({
  ano,
  name,
  isQuiet = false,
  onRemoved,
}: {
  ano: string;
  /** Name of the session, in a list of several. */
  name?: string;
  isQuiet?: boolean;
  onRemoved?: () => void;
}) {
  const t = useWords();
  const removing = useMutation({
    mutationFn: () => ask(calls.liveSessions.deleteSession, { ano }),
    onError: (error) => toast.error(toApiError(error).message),
    onSuccess: () => {
      void refresh('attestations');
      void refresh('liveSessions');
      toast.success(t('removed'));
      onRemoved?.();
    },
  });
  return (
    <ConfirmButton
      {...confirmAct(t, 'remove', removing, undefined)}
      label={name && t('removeOf', { name })}
      kind="danger"
      isQuiet={isQuiet}
    />
  );
}
