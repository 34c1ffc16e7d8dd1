import type { ReactNode } from 'react';
import { toApiError } from '../api/api-error.ts';
import { words } from '../ui/words/words.ts';
import { Mark } from './marks.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('public-notice', text);

export function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="public-notice" role="alert">
      <Mark outcome="failed" size={20} />
      <div>
        <p className="public-notice-title">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Notice for content that failed to load. */
export function LoadFailed({ error, refetch }: { error: Error; refetch: () => unknown }) {
  const t = useWords();
  return (
    <Notice title={toApiError(error).message}>
      <button type="button" className="button" onClick={() => void refetch()}>
        {t('again')}
      </button>
    </Notice>
  );
}
