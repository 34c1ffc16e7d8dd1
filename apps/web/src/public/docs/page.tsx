import './docs.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { LoadFailed } from '../notice.tsx';
import { CallEntry } from './call-entry.tsx';
import { entriesIn, openApiDocument } from './document.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('docs', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useQuery(openApiDocument);
  useOpenedByAddress(data !== undefined);
  const groups = data ? entriesIn(data, query.get('q') ?? '') : undefined;
  return (
    <div className="docs">
      <h1>{t('title')}</h1>
      <div className="public-intro secondary">
        <p>{t('intro')}</p>
        <p>{t('envelope')}</p>
        <p>{t('session')}</p>
        <p>{t('repeat')}</p>
        <p>
          {t('machine')}
          <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1)
        </p>
      </div>
      <input
        type="search"
        className="input docs-search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={query.get('q') ?? ''}
        onChange={({ target }) => setQuery(target.value ? { q: target.value } : {}, { replace: true })}
      />
      {!data && error && <LoadFailed error={error} refetch={refetch} />}
      {!data && !error && <p role="status">{t('loading')}</p>}
      {groups?.size === 0 && <p className="secondary">{t('none')}</p>}
      {data &&
        Array.from(groups ?? [], ([feature, entries]) => (
          <section key={feature} aria-labelledby={`docs-${feature}`}>
            <h2 id={`docs-${feature}`}>{feature}</h2>
            {entries.map((entry) => (
              <CallEntry key={entry.method + entry.path} {...entry} schemas={data.components.schemas} />
            ))}
          </section>
        ))}
    </div>
  );
}

/** Calls can be linked to: `/docs#POST:/creditor/login` shows that call expanded. */
function useOpenedByAddress(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const named = isThere ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!(named instanceof HTMLDetailsElement)) return;
    named.open = true;
    named.scrollIntoView();
  }, [hash, isThere]);
}
