import { Button } from 'antd';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('unknown-price', text);

/** Says that a price could not be loaded, and loads it again. */
export function UnknownPrice({ onRetry }: { onRetry: () => unknown }) {
  const t = useWords();
  return (
    <span role="alert" className="secondary">
      {t('unknown')}
      <Button type="link" size="small" onClick={() => void onRetry()}>
        {t('again')}
      </Button>
    </span>
  );
}
