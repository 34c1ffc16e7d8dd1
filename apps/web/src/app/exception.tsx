import { useSearchParams } from 'react-router';
import { words } from '../ui/words/words.ts';
import { StatePage } from './state-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('exception', text);

/** `/exception?errorCode=…&errorMessage=…&traceId=…`: the values are shown as plain text. */
export function Component() {
  const t = useWords();
  const [query] = useSearchParams();
  const code = query.get('errorCode');
  return (
    <StatePage title={t('title')} traceId={query.get('traceId')}>
      <p>{query.get('errorMessage') || t('retry')}</p>
      {code && (
        <p className="secondary">
          {t('code')} <code>{code}</code>
        </p>
      )}
    </StatePage>
  );
}
