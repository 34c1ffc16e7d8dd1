import replayer from './replayer.json' with { type: 'json' };

const style = `html, body { margin: 0; height: 100%; font: 12px/24px system-ui, sans-serif; color: #595959; background: #fff }
body { display: flex; flex-direction: column }
main { flex: 1; min-height: 0; position: relative }
section { position: absolute; inset: 0; overflow: auto; display: grid; place-content: center; gap: 8px; padding: 16px; background: #fff }
section[hidden], section [hidden] { display: none }
section p { font-size: 14px; max-width: 60ch }
button { justify-self: start; font: inherit; font-size: 14px; padding: 4px 16px; color: #fff; background: #1f4e8c; border: 0; border-radius: 6px; cursor: pointer }
p { margin: 0 }
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

/** Settings of the service worker; what the replayer adds comes after a second question mark, and is taken up by the last. */
const worker = 'sw.js?serveIndex=1&injectScripts=stay.js&for=';

/**
 * Put by the replayer into each page before the page's own scripts. It would lead everything that a page opens in a new window
 * into the frame of this name, in place of the page: where there is no such frame, new windows are refused by the sandbox.
 * WebRTC has no one to call; Chromium 156 ends the process of a frame to which the policy refuses it.
 */
export const stayScript = `if (window.name === '___wb_replay_top_frame') window.name = '';
delete window.RTCPeerConnection;
delete window.webkitRTCPeerConnection;
`;

/**
 * The page that a frame of the site shows; who conveys the replayer says where its source is (AGPL-3.0 §6). The replayer is put
 * into its place by our script, when its service worker is there (show.ts).
 */
export const replayPage = (o: { base: string; scripts: string; url: string; at: Date }): string =>
  page(
    replayer.name,
    `<body>
<main>
<template><replay-web-page source="page.wacz" url="${escaped(o.url)}" ts="${timeOf(o.at)}" embed="replayonly" nocache
  swname="${escaped(worker)}" replaybase="replay/" newwindowbase="${o.base}"></replay-web-page></template>
<section role="status">
<p lang="zh" class="coming">正在加载重放……</p>
<p lang="en" class="coming">Loading the replay…</p>
<p lang="zh" class="failed" hidden>重放未能加载。请检查网络后重试；仍不能加载时，请更新浏览器，并允许网站存储数据。证据不受影响，截图仍可查看。</p>
<p lang="en" class="failed" hidden>The replay could not be loaded. Check your connection and try again. If it still does not load,
  update your browser and let sites store data. The evidence is not affected, and the screenshot can still be viewed.</p>
<button type="button" class="failed" hidden><span lang="zh">重试</span> · <span lang="en">Try again</span></button>
</section>
</main>
<footer>${replayer.name} ${replayer.version} · ${replayer.license} · ${replayer.source}</footer>
<script src="${o.scripts}ui.js"></script>
<script src="show.js"></script>`,
  );

/** To the second, as archives write it: `yyyyMMddhhmmss`. */
const timeOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * Stands where the replayer looks for the answer of its service worker, for when the browser could not start that one. It asks
 * again by a script: to refresh an address with a fragment, as the replayer's is, is to go within the document (HTML §7.4.2.2),
 * and asks nobody.
 */
export const waitingPage: string = page(replayer.name, '<script src="wait.js"></script>');

export const waitScript = `navigator.serviceWorker.ready.then(() => setTimeout(() => location.reload(), 1000));
`;

/** One page for both languages: who asked for it in which is not known here. */
export const refusedPage: string = page(
  'Proofkeep',
  `<body>
<p lang="zh">此重放地址无效或已过期，请刷新页面后重试。</p>
<p>This replay address is not valid or has expired: reload the page and try again.</p>`,
);
