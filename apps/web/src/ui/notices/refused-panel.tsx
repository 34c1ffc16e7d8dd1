import { Alert, Button } from 'antd';
import { refusedOf } from '../../api/refused.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('refused-panel', text);

/** Where something should stand that could not be had: why, and another try. */
export function RefusedPanel({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const say = useWords();
  const { message, traceId } = refusedOf(error);
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={message}
      description={traceId && <span className="secondary">{say('trace', { traceId })}</span>}
      action={<Button onClick={onRetry}>{say('again')}</Button>}
    />
  );
}
