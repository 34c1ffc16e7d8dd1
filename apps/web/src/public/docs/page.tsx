import './docs.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { NotCome } from '../notice.tsx';
import { CallEntry } from './call-entry.tsx';
import { entriesIn, openApiDocument } from './document.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('docs', text);

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useQuery(openApiDocument);
  useOpenedByAddress(data !== undefined);
  const groups = data ? entriesIn(data, query.get('q') ?? '') : undefined;
  return (
    <div className="docs">
      <h1>{say('title')}</h1>
      <div className="public-intro secondary">
        <p>{say('intro')}</p>
        <p>{say('envelope')}</p>
        <p>{say('session')}</p>
        <p>{say('repeat')}</p>
        <p>
          {say('machine')}
          <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1)
        </p>
      </div>
      <input
        type="search"
        className="docs-search"
        aria-label={say('search')}
        placeholder={say('search')}
        value={query.get('q') ?? ''}
        onChange={({ target }) => setQuery(target.value ? { q: target.value } : {}, { replace: true })}
      />
      {!data && error && <NotCome error={error} refetch={refetch} />}
      {!data && !error && <p role="status">{say('loading')}</p>}
      {groups?.size === 0 && <p className="secondary">{say('none')}</p>}
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
