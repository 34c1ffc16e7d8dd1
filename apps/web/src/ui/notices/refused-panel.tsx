import { refusedOf } from '../../api/refused.ts';
import { Alert } from '../plain/alert.tsx';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('refused-panel', text);

/** In place of content that could not be loaded: why, and a button that tries again. */
export function RefusedPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const say = useWords();
  const { message, traceId } = refusedOf(error);
  return (
    <Alert kind="error" title={message} action={<Button onClick={onRetry}>{say('again')}</Button>}>
      {traceId && <p className="secondary">{say('trace', { traceId })}</p>}
    </Alert>
  );
}
