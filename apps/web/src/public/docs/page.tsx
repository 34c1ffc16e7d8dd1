import './docs.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import { CallEntry } from './call-entry.tsx';
import { entriesIn, openApiDocument } from './document.ts';

const useWords = words('docs', {
  title: ['接口文档', 'API reference'],
  intro: [
    '网站使用的全部调用。路径、请求与返回由服务端校验所用的同一份定义生成。',
    'Every call that the site makes, drawn from the records by which the server checks what it is sent and what it answers.',
  ],
  envelope: [
    '每个 JSON 返回都是 {flag, data, statusCode, errorCode?, errorMessage?, traceId}；成功时 flag 为 true，statusCode 为 000000；登录失效为 HTTP 401 与 500002。',
    'Every JSON reply is {flag, data, statusCode, errorCode?, errorMessage?, traceId}. It succeeded where flag is true and statusCode 000000; a session that is not valid is HTTP 401 and 500002.',
  ],
  session: [
    '登录后以 x-auth-token 或 Authorization: Bearer 请求头携带令牌；浏览器使用 Cookie。请求体为 JSON 或 application/x-www-form-urlencoded。',
    'Programs carry the token of a sign-in as x-auth-token or Authorization: Bearer; browsers have a cookie. Bodies are JSON or application/x-www-form-urlencoded.',
  ],
  repeat: [
    '修改类请求可带 Idempotency-Key：同一个键重复提交只执行一次，并得到相同的返回。',
    'A change may carry an Idempotency-Key: sent again under the same key it is made once and answered alike.',
  ],
  machine: ['供程序读取：', 'For programs: '],
  search: ['按路径或说明筛选', 'Filter by path or meaning'],
  none: ['没有符合的调用', 'No call fits'],
});

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
      {error && <RefusedPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {groups?.size === 0 && <p className="secondary">{say('none')}</p>}
      {data &&
        Array.from(groups ?? [], ([feature, entries]) => (
          <section key={feature} aria-labelledby={`docs-${feature}`}>
            <h2 id={`docs-${feature}`}>{feature}</h2>
            {entries.map((entry) => (
              <CallEntry key={entry.call.method + entry.call.path} {...entry} schemas={data.components.schemas} />
            ))}
          </section>
        ))}
    </div>
  );
}

/** A call can be linked to: `/docs#POST:/creditor/login` shows it open. */
function useOpenedByAddress(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    const named = isThere ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (!(named instanceof HTMLDetailsElement)) return;
    named.open = true;
    named.scrollIntoView();
  }, [hash, isThere]);
}
