import replayer from './replayer.json' with { type: 'json' };

const style = `html, body { margin: 0; height: 100%; font: 12px/24px system-ui, sans-serif; color: #595959; background: #fff }
body { display: flex; flex-direction: column }
replay-web-page { flex: 1; min-height: 0 }
footer, p { margin: 0; padding: 0 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }`;

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

/** The page that a frame of the site shows; who conveys the replayer says where its source is (AGPL-3.0 §6). */
export const replayPage = (o: { base: string; scripts: string; url: string; at: Date }): string =>
  page(
    replayer.name,
    `<body>
<replay-web-page source="page.wacz" url="${escaped(o.url)}" ts="${timeOf(o.at)}" embed="replayonly" nocache
  swname="${escaped(worker)}" replaybase="replay/" newwindowbase="${o.base}"></replay-web-page>
<footer>${replayer.name} ${replayer.version} · ${replayer.license} · ${replayer.source}</footer>
<script src="${o.scripts}ui.js"></script>`,
  );

/** To the second, as archives write it: `yyyyMMddhhmmss`. */
const timeOf = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14);

/**
 * Stands where the replayer looks for the answer of its service worker before that is there. The replayer asks three times, a
 * tenth of a second apart, and never again; this asks on until another page answers.
 */
export const waitingPage: string = page(replayer.name, '<meta http-equiv="refresh" content="1">');

/** One page for both languages: who asked for it in which is not known here. */
export const refusedPage: string = page(
  'Proofkeep',
  `<body>
<p lang="zh">此回放地址无效或已过期，请刷新页面后重试。</p>
<p>This replay address is not valid or has expired: reload the page and try again.</p>`,
);
