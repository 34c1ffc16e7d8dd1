import { useNavigate, useSearchParams } from 'react-router';
import { queries } from '../../api/queries.ts';
import { rememberSignIn } from '../../api/session.ts';
import { nextPath } from '../../ui/paths.ts';

/** Leads on whoever has just signed in; nothing of whoever was signed in before is left. */
export function useArrive(): () => void {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return () => {
    queries.clear();
    rememberSignIn();
    void navigate(nextPath(query.get('next')), { replace: true });
  };
}
