import './skeleton.css';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('skeleton', text);

export function Skeleton({ rows = 4 }: { rows?: number }) {
  const t = useWords();
  return (
    <div role="status" className="skeleton">
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- all alike
        <div key={row} className="skeleton-row" />
      ))}
    </div>
  );
}
