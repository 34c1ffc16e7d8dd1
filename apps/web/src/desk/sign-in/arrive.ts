import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { queries } from '../../api/queries.ts';
import { rememberSignIn } from '../../api/session.ts';
import { nextPath, paths } from '../../ui/address/paths.ts';
import { keptIdentity } from '../../ui/third-party/third.ts';

/**
 * Leads on whoever has just signed in, to `to` or where the address says; nothing of whoever was signed in before is left.
 * Where an identity of a third party waits in this tab, he is asked first whether it is his.
 */
export function useArrive(to?: string | null): () => void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const next = nextPath(to ?? query.get('next'));
  return useCallback(() => {
    queries.clear();
    rememberSignIn();
    const path = keptIdentity() ? `${paths.thirdBind}?next=${encodeURIComponent(next)}` : next;
    void navigate(path, { replace: true });
  }, [navigate, next]);
}
