/** Headers of a captured response that make a browser fetch, report or navigate. */
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

export interface Guard {
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** URL of the script that the replayer puts first into each replayed page. */
  firstScript: string;
  /** Text to add to that script. */
  added: string;
  /** URL of the replayer's service worker. */
  replayer: string;
}

/**
 * The service worker of a replay: loads the replayer's own, unmodified, and changes its responses. Each gets the
 * headers given here instead of the replayer's, whose policy allows WebSockets, and loses those with which the captured
 * site could make the browser contact other sites. Ours is appended to the first script of each replayed page.
 */
export const guardScript = ({ headers, firstScript, added, replayer }: Guard): string => `'use strict';
const given = ${JSON.stringify(headers)};
const leading = ${JSON.stringify(leading)};
const firstScript = ${JSON.stringify(firstScript)};
const added = ${JSON.stringify(added)};

/** This script also runs as a plain worker, which answers no request. */
if (self.FetchEvent) {
  const { respondWith } = FetchEvent.prototype;
  FetchEvent.prototype.respondWith = function (answer) {
    const { url } = this.request;
    respondWith.call(this, Promise.resolve(answer).then((it) => guarded(url, it)));
  };
}

async function guarded(url, answer) {
  if (answer.type === 'error' || answer.type === 'opaqueredirect') return answer;
  const headers = new Headers(answer.headers);
  for (const name of leading) headers.delete(name);
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  const { status, statusText } = answer;
  const body = url === firstScript ? (await answer.text()) + added : answer.body;
  return new Response(body, { status, statusText, headers });
}

importScripts(${JSON.stringify(replayer)});
`;
