import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { queries } from '../../api/queries.ts';
import { rememberSignIn } from '../../api/session.ts';
import { nextPath, paths } from '../../ui/address/paths.ts';
import { keptIdentity } from '../../ui/third-party/third.ts';

/**
 * Navigates after sign-in, to `to` or the URL's `next`, and clears all data of the previous user. If this tab keeps a
 * third-party identity, the user is first asked whether it is theirs.
 */
export function useArrival(to?: string | null): () => void {
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
