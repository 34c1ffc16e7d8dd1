import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { queries, queryOf } from '../../api/queries.ts';
import { refusedOf } from '../../api/refused.ts';
import { toast } from '../notices/toast.ts';
import { useConfirmed } from './confirm.tsx';
import { isDismissed } from './passkey.ts';
import { Unconfirmed } from './unconfirmed.ts';

const read = [calls.signIn.factors, calls.signIn.sessions, calls.signIn.bindings].map(
  (call) => queryOf(call, {}).queryKey,
);

/** Something that the person has to confirm first, by a button; given up halfway it is nothing to speak of. */
export function useAct<Input, Done>(act: (input: Input) => Promise<Done>, onDone: (done: Done) => void = () => {}) {
  const { confirmed } = useConfirmed();
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => act(input)),
    meta: { isSaidInPlace: true },
    onSuccess: async (done) => {
      await Promise.all(read.map((queryKey) => queries.invalidateQueries({ queryKey })));
      onDone(done);
    },
    onError: (error) => {
      if (!(error instanceof Unconfirmed) && !isDismissed(error)) toast.error(refusedOf(error).message);
    },
  });
}
