import { fileSize } from '../ui/words/formatters.ts';
import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('public-progress', text);

interface Props {
  doing: string;
  readBytes: number;
  totalBytes: number;
  onCancel: () => void;
}

export function Progress({ doing, readBytes, totalBytes, onCancel }: Props) {
  const t = useWords();
  return (
    <div className="panel public-progress">
      <p role="status">{doing}</p>
      <progress className="progress-bar" value={readBytes} max={Math.max(1, totalBytes)} aria-label={doing} />
      <p className="secondary numbers">{t('read', { read: fileSize(readBytes), total: fileSize(totalBytes) })}</p>
      <button type="button" className="button" onClick={onCancel}>
        {t('cancel')}
      </button>
    </div>
  );
}
