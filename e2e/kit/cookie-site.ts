import { listening, lure } from './replay-site.ts';

export interface CookieSite {
  /** Sets and reads cookies as pages do, and shows what it reads. */
  honest: string;
  /** In a replay, it gets around the replayer's layer and keeps setting cookies for the parent domain. */
  hostile: string;
  authority: string;
  close(): void;
}

/** A site for captures whose replays set cookies. */
export async function startCookieSite(): Promise<CookieSite> {
  const pages: Record<string, string> = { '/honest': honest, '/hostile': lure('free'), '/free': free };
  const { port, close } = await listening((request, response) => {
    const page = pages[request.url ?? ''];
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page === honest) response.setHeader('set-cookie', 'fromsite=1');
    response.statusCode = page ? 200 : 404;
    response.end(page ?? '');
  }, '127.0.0.1');
  const authority = `127.0.0.1:${port}`;
  return { honest: `http://${authority}/honest`, hostile: `http://${authority}/hostile`, authority, close };
}

const honest = `<!doctype html><meta charset="utf-8"><title>honest</title><pre></pre>
<script>
const frame = document.body.appendChild(document.createElement('iframe'));
const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {};
document.cookie = 'theme=dark; Max-Age=3600';
document.cookie = 'broad=1; Domain=127.0.0.1';
document.cookie = 'foreign=1; Domain=other.example';
document.cookie = 'gone=1';
document.cookie = 'gone=; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
frame.contentDocument.cookie = 'framed=1';
const read = () => {
  const all = [document.cookie, get?.call(document) ?? '', frame.contentDocument.cookie];
  document.querySelector('pre').textContent = [...all, typeof window.cookieStore].join('\\n');
};
read();
setInterval(read, 100);
</script>`;

const free = `<!doctype html><meta charset="utf-8"><title>free</title><pre></pre>
<script>
const parent = location.hostname.split('.').slice(1).join('.');
let count = 0;
function toss() {
  count++;
  for (let n = 0; n < 20; n++)
    document.cookie = 'large' + n + '=' + 'x'.repeat(4000) + '; Path=/; SameSite=None; Secure; Partitioned; Domain=' + parent;
  for (const [name, rest] of [['tossed', ''], ['crossed', '; SameSite=None; Secure'], ['crossed', '; SameSite=None; Secure; Partitioned']])
    document.cookie = name + '=by-hostile-' + count + '; Path=/; Domain=' + parent + rest;
  document.querySelector('pre').textContent = 'tossed ' + (document.cookie.includes('by-hostile') ? count : 0);
}
toss();
setInterval(toss, 100);
</script>`;
