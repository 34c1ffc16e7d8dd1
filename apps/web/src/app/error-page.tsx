import { useRouteError } from 'react-router';
import { isApiError, toApiError } from '../api/api-error.ts';
import { words } from '../ui/words/words.ts';
import { StatePage } from './state-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('error-page', text);

/** Error boundary of a page: catches what its loader or rendering threw. */
export function ErrorPage({ isFramed = false }: { isFramed?: boolean }) {
  const t = useWords();
  const error = useRouteError();
  const { message, traceId } = toApiError(error);
  if (!isApiError(error)) console.error(error);
  return (
    <StatePage
      title={t('title')}
      traceId={traceId}
      isFramed={isFramed}
      action={
        <button type="button" className="button" data-kind="primary" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      }
    >
      <p>{message}</p>
      <p>{t('kept')}</p>
    </StatePage>
  );
}
