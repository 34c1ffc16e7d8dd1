import { Skeleton } from 'antd';
import { words } from '../words/words.ts';

const useWords = words('waiting', { loading: ['正在加载', 'Loading'] });

/** Stands where something is about to come; without antd's title, which would be an empty heading. */
export function Waiting({ rows = 4 }: { rows?: number }) {
  const say = useWords();
  return (
    <div role="status" className="waiting">
      <span className="visually-hidden">{say('loading')}</span>
      <Skeleton active title={false} paragraph={{ rows }} />
    </div>
  );
}
