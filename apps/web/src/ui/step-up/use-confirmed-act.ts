import { useMutation } from '@tanstack/react-query';
import { refresh } from '../../api/refresh.ts';
import { refusedOf } from '../../api/refused.ts';
import { toast } from '../notices/toast.ts';
import { useConfirmed } from './confirm.tsx';
import { isDismissed } from './passkey.ts';
import { Unconfirmed } from './unconfirmed.ts';

/** Something that the person has to confirm first, by a button; given up halfway it is nothing to speak of. */
export function useConfirmedAct<Input, Done>(
  act: (input: Input) => Promise<Done>,
  onDone: (done: Done) => void = () => {},
) {
  const { confirmed } = useConfirmed();
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => act(input)),
    meta: { isSaidInPlace: true },
    onSuccess: async (done) => {
      await refresh('security');
      onDone(done);
    },
    onError: (error) => {
      if (!(error instanceof Unconfirmed) && !isDismissed(error)) toast.error(refusedOf(error).message);
    },
  });
}
