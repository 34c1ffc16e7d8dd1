import { refusedOf } from '../../api/refused.ts';
import { Alert } from '../plain/alert.tsx';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('refused-panel', text);

/** Shown in place of content that failed to load: the reason and a retry button. */
export function RefusedPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords();
  const { message, traceId } = refusedOf(error);
  return (
    <Alert kind="error" title={message} action={<Button onClick={onRetry}>{t('again')}</Button>}>
      {traceId && <p className="secondary">{t('trace', { traceId })}</p>}
    </Alert>
  );
}
