/** Headers of a captured answer by which a browser fetches, reports or goes somewhere. */
const leading = [
  'clear-site-data',
  'content-security-policy-report-only',
  'link',
  'nel',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'sourcemap',
  'speculation-rules',
  'x-sourcemap',
];

/**
 * The service worker of a replay: the replayer's own, unmodified, with one thing laid around it. Each of its answers gets the
 * headers given here in place of what the replayer would set, as its own policy lets WebSockets out, and none of those by
 * which the captured site could send the browser elsewhere.
 */
export const guardScript = (headers: Record<string, string>, replayer: string): string => `'use strict';
const given = ${JSON.stringify(headers)};
const leading = ${JSON.stringify(leading)};

/** The same script also runs as a plain worker, which answers nobody. */
if (self.FetchEvent) {
  const { respondWith } = FetchEvent.prototype;
  FetchEvent.prototype.respondWith = function (answer) {
    respondWith.call(this, Promise.resolve(answer).then(guarded));
  };
}

function guarded(answer) {
  if (answer.type === 'error' || answer.type === 'opaqueredirect') return answer;
  const headers = new Headers(answer.headers);
  for (const name of leading) headers.delete(name);
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  const { status, statusText } = answer;
  return new Response(answer.body, { status, statusText, headers });
}

importScripts(${JSON.stringify(replayer)});
`;
