import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { queries } from '../../api/queries.ts';
import { refusedOf } from '../../api/refused.ts';
import { rememberSignIn } from '../../api/session.ts';
import { nextPath } from '../../ui/paths.ts';
import { toast } from '../../ui/toast.ts';
import { spoken } from '../../ui/words.ts';
import { bindKeptTicket } from '../sign-in/third.ts';

/**
 * Leads on whoever has just signed in, to `to` or where the address says; nothing of whoever was signed in before is left. An
 * identity of a third party that waited for him is bound.
 */
export function useArrive(to?: string | null): () => void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const next = nextPath(to ?? query.get('next'));
  return useCallback(() => {
    queries.clear();
    rememberSignIn();
    bindKeptTicket().then(
      (isBound) => {
        if (isBound) toast.success(spoken(['第三方账号已绑定', 'The identity is bound']));
      },
      (error: unknown) => toast.error(refusedOf(error).message),
    );
    void navigate(next, { replace: true });
  }, [navigate, next]);
}
