import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../ui/address/paths.ts';
import { useTitle } from '../ui/address/title.ts';
import { Brand } from '../ui/frame/brand.tsx';
import { words } from '../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('state-page', text);

interface Props {
  title: string;
  /** Describes the failure, and what was kept. */
  children: ReactNode;
  /** An action in addition to going home. */
  action?: ReactNode;
  traceId?: string | null;
  /** Shown inside a frame, which already has the brand and `<main>`. */
  isFramed?: boolean;
}

/** Page for "not found", exceptions and errors: what happened and what to do. Not lazy: shows even if nothing loads. */
export function StatePage({ title, children, action, traceId, isFramed = false }: Props) {
  const t = useWords();
  const Part = isFramed ? 'div' : 'main';
  useTitle(title);
  return (
    <Part className="state-page">
      {!isFramed && <Brand />}
      <h1>{title}</h1>
      <div>{children}</div>
      {traceId && (
        <p className="secondary">
          <Link to={`${paths.report}?trace=${encodeURIComponent(traceId)}`}>{t('trace')}</Link> <code>{traceId}</code>
        </p>
      )}
      <div className="actions">
        {action}
        <Link to={paths.home} className="button" data-kind={action ? undefined : 'primary'}>
          {t('home')}
        </Link>
      </div>
    </Part>
  );
}
