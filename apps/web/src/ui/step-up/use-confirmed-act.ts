import { useMutation } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { refresh } from '../../api/refresh.ts';
import { toast } from '../notices/toast.ts';
import { useConfirmed } from './confirm.tsx';
import { isDismissed } from './passkey.ts';
import { StepUpCancelled } from './step-up-cancelled.ts';

/** Mutation that verifies the user's identity first; cancelling the check shows no error. */
export function useConfirmedAct<Input, Done>(
  act: (input: Input) => Promise<Done>,
  onDone: (done: Done) => void = () => {},
) {
  const { confirmed } = useConfirmed();
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => act(input)),
    meta: { isShownInPlace: true },
    onSuccess: async (done) => {
      await refresh('security');
      onDone(done);
    },
    onError: (error) => {
      if (!(error instanceof StepUpCancelled) && !isDismissed(error)) toast.error(toApiError(error).message);
    },
  });
}
