import { Skeleton } from 'antd';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('waiting', text);

/** Stands where something is about to come; without antd's title, which would be an empty heading. */
export function Waiting({ rows = 4 }: { rows?: number }) {
  const say = useWords();
  return (
    <div role="status">
      <span className="visually-hidden">{say('loading')}</span>
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  );
}
