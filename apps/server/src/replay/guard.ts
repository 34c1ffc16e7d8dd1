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

export interface Guard {
  /** Headers of every answer. */
  headers: Record<string, string>;
  /** Address of the script that the replayer puts first into each replayed page. */
  firstScript: string;
  /** Text to add to that script. */
  added: string;
  /** Address of the replayer's service worker. */
  replayer: string;
}

/**
 * The service worker of a replay: loads the replayer's own, unmodified, and changes its answers. Each gets the headers given here
 * in place of the replayer's, whose policy allows WebSockets, and loses those by which the captured site could send the browser
 * elsewhere. The first script of each replayed page gets ours after it.
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
