import { toApiError } from '../../api/api-error.ts';
import { Alert } from '../../ui/plain/alert.tsx';

/** Why something could not be done, beside the button. */
export const Problem = ({ error }: { error: unknown }) =>
  error ? <Alert kind="error" title={toApiError(error).message} /> : null;
