import replayer from './replayer.json' with { type: 'json' };

const style = `html, body { margin: 0; height: 100%; font: 12px/24px system-ui, sans-serif; color: #595959; background: #fff }
body { display: flex; flex-direction: column }
main { flex: 1; min-height: 0; position: relative }
section { position: absolute; inset: 0; overflow: auto; display: grid; place-content: center; gap: 8px; padding: 16px; background: #fff }
section[hidden], section [hidden] { display: none }
section p { font-size: 14px; max-width: 60ch }
button { justify-self: start; font: inherit; font-size: 14px; padding: 4px 16px; color: #fff; background: #1f4e8c; border: 0; border-radius: 6px; cursor: pointer }
p { margin: 0 }
header { padding: 4px 8px; line-height: 18px; overflow-wrap: anywhere; border-bottom: 1px solid #d9d9d9 }
iframe { flex: 1; min-height: 0; border: 0 }
footer { padding: 0 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }`;

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
${content}
`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] as string);

/** Settings of the service worker. The replayer appends its own after a second question mark; the last parameter absorbs them. */
const worker = 'sw.js?serveIndex=1&injectScripts=stay.js&for=';

/**
 * The replayer runs this in each page before the page's scripts. By default it opens the page's new windows in the
 * frame of this name, replacing the page. Without such a frame the sandbox refuses new windows. WebRTC is removed
 * because Chromium 156 ends the process of a frame whose WebRTC the policy blocks.
 */
export const stayScript = `if (window.name === '___wb_replay_top_frame') window.name = '';
delete window.RTCPeerConnection;
delete window.webkitRTCPeerConnection;
`;

/**
 * The page around the replayer, shown in a frame. Its footer names the replayer's source (AGPL-3.0 §6). Our script inserts the
 * replayer once its service worker is active (show.ts).
 */
export const replayPage = (o: { base: string; scripts: string; url: string; at: Date }): string =>
  page(
    replayer.name,
    `<body>
<main>
<template><replay-web-page source="page.wacz" url="${escaped(o.url)}" ts="${timeOf(o.at)}" embed="replayonly" nocache
  swname="${escaped(worker)}" replaybase="replay/" newwindowbase="${o.base}"></replay-web-page></template>
<section role="status">
<p lang="zh" class="coming">正在加载回放……</p>
<p lang="en" class="coming">Loading the replay…</p>
<p lang="zh" class="failed" hidden>回放未能加载。请检查网络后重试；仍不能加载时，请更新浏览器，并允许网站存储数据。证据不受影响，截图仍可查看。</p>
<p lang="en" class="failed" hidden>The replay didn’t load. Check your connection and try again. If it still doesn’t load,
  update your browser and let sites store data. The evidence is not affected, and the screenshot can still be viewed.</p>
<p lang="zh" class="blocked" hidden>此浏览器不允许这里的网页存储数据，无法回放。请在浏览器设置中允许后重试。证据不受影响，截图仍可查看。</p>
<p lang="en" class="blocked" hidden>This browser doesn’t let pages store data here, so the replay can’t run. Allow it in the browser’s settings and try again.
  The evidence is not affected, and the screenshot can still be viewed.</p>
<button type="button" class="failed blocked" hidden><span lang="zh">重试</span> · <span lang="en">Try again</span></button>
</section>
</main>
<footer>${replayer.name} ${replayer.version} · ${replayer.license} · ${replayer.source}</footer>
<script src="${o.scripts}ui.js"></script>
<script src="show.js"></script>`,
  );

/**
 * The page of a tab: one frame with the replay, and a line of ours that a captured page can't alter. The frame's
 * sandbox keeps the captured page from navigating the tab.
 */
export const tabPage = (o: { framed: string; url: string; at: Date }): string => {
  const url = escaped(o.url);
  const at = `${o.at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return page(
    `回放 · Replay: ${url}`,
    `<body>
<header>
<p lang="zh">回放：${url}，取证时间 ${at}。由保存的网络记录生成，不是该网站的当前网页。</p>
<p lang="en">Replay of ${url}, captured ${at}. Made from the saved network record; this is not the live site.</p>
</header>
<iframe title="回放 · Replay" sandbox="allow-scripts allow-same-origin" src="${escaped(o.framed)}"></iframe>`,
  );
};

/** Archive timestamp, to the second: `yyyyMMddhhmmss`. */
const timeOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * The server's response at a URL that the service worker should answer, for browsers that could not start it. A script
 * reloads it: refreshing a URL with a fragment, like the replayer's, navigates within the document (HTML §7.4.2.2) and
 * sends no request.
 */
export const waitingPage: string = page(replayer.name, '<script src="wait.js"></script>');

export const waitScript = `navigator.serviceWorker.ready.then(() => setTimeout(() => location.reload(), 1000));
`;

/** In both languages: the reader's language is not known here. */
export const refusedPage: string = page(
  'Proofkeep',
  `<body>
<p lang="zh">此回放地址无效或已过期，请在存证详情页重新打开。</p>
<p>This replay address is invalid or has expired. Open the replay again from the attestation’s page.</p>`,
);

export const busyPage: string = page(
  'Proofkeep',
  `<body>
<p lang="zh">同时打开的请求过多，请稍后重试。</p>
<p>Too many requests at once. Try again in a moment.</p>`,
);
