import { toApiError } from '../../api/api-error.ts';
import { Alert } from '../../ui/plain/alert.tsx';

/** Why an action failed, shown beside its button. */
export const Problem = ({ error }: { error: unknown }) =>
  error ? <Alert kind="error" title={toApiError(error).message} /> : null;
