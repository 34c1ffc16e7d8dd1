import { toApiError } from '../../api/api-error.ts';
import { Alert } from '../plain/alert.tsx';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('error-panel', text);

/** Shown in place of content that failed to load: the reason and a retry button. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords();
  const { message, traceId } = toApiError(error);
  return (
    <Alert kind="error" title={message} action={<Button onClick={onRetry}>{t('again')}</Button>}>
      {traceId && <p className="secondary">{t('trace', { traceId })}</p>}
    </Alert>
  );
}
