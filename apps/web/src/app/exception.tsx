import { useSearchParams } from 'react-router';
import { words } from '../ui/words/words.ts';
import { StatePage } from './state-page.tsx';

const useWords = words('exception', {
  title: ['操作未能完成', 'That could not be done'],
  retry: ['请求出错，请重试。', 'Request error, please retry.'],
  code: ['错误代码', 'Error code'],
});

/** `/exception?errorCode=…&errorMessage=…`: both are shown as text, whatever they hold. */
export function Component() {
  const say = useWords();
  const [query] = useSearchParams();
  const code = query.get('errorCode');
  return (
    <StatePage title={say('title')}>
      <p>{query.get('errorMessage') || say('retry')}</p>
      {code && (
        <p className="secondary">
          {say('code')} <code>{code}</code>
        </p>
      )}
    </StatePage>
  );
}
