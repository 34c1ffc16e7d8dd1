import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';
import { clearSession } from '../../api/session.ts';
import { paths } from '../../ui/address/paths.ts';

/** Ends the session and clears everything this browser knows about it. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const ending = useMutation({
    mutationFn: () => ask(calls.account.logout, {}),
    onSuccess: async () => {
      clearSession();
      await navigate(paths.signIn, { replace: true });
      queries.clear();
    },
  });
  return () => ending.mutate();
}
