import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { bigBody } from './big-body.ts';
import { page } from './entry.ts';
import { redirect, send, sendHtml, stream, type Visit } from './visit.ts';

/** Serves the pages other than the sample page: one peculiarity each. */
export async function specialPage(visit: Visit): Promise<boolean> {
  const { pathname, searchParams, search } = visit.url;
  const hop = /^\/redirect\/(\d)$/.exec(pathname);
  if (hop) return redirect(visit, 302, hop[1] === '1' ? '/article' : `/redirect/${Number(hop[1]) - 1}`);
  const big = /^\/big\/(\d{1,3})\.bin$/.exec(pathname);
  if (big) return sendBig(visit, Number(big[1]));

  switch (pathname) {
    case '/':
      return redirect(visit, 301, `/shop${search}`);
    case '/moved': {
      const headers = { location: '/article', 'content-type': 'text/html; charset=utf-8' };
      return send(visit, 301, headers, '<h1>301</h1><p>页面已移动</p>');
    }
    case '/api/time.json':
      return send(visit, 200, { 'content-type': 'application/json' }, JSON.stringify({ now: Date.now() }));
    case '/article':
      return sendHtml(visit, page('article.html'));
    case '/account':
      return redirect(visit, 302, '/login-wall');
    case '/login-wall':
      return sendHtml(visit, page('login-wall.html'));
    case '/chat':
      return sendHtml(visit, page('chat.html'));
    case '/framed-chat':
      return sendHtml(visit, framedPage(`${searchParams.get('from')}/chat`));
    case '/framed-login':
      return sendHtml(visit, framedPage(`${searchParams.get('from')}/login-wall`));
    case '/signed-in': {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'set-cookie': 'sid=s-4711; Path=/' };
      return send(visit, 200, headers, signedInPage);
    }
    case '/permissions':
      return sendHtml(visit, permissionsPage);
    case '/remembers': {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'max-age=3600' };
      return send(visit, 200, headers, remembersPage);
    }
    case '/leave':
      return sendHtml(visit, leavePage);
    case '/device':
      return sendHtml(visit, devicePage);
    case '/hidden-login':
      return sendHtml(visit, page('hidden-login.html'));
    case '/challenge':
      return sendHtml(visit, page('challenge.html'), 403);
    case '/empty':
      return sendHtml(visit, '<!doctype html><title></title><body></body>');
    case '/overlay':
      return sendHtml(visit, overlayPage(searchParams.has('small')));
    case '/error':
      return sendHtml(visit, '<h1>500</h1><p>服务器开小差了</p>', 500);
    case '/slow':
      await sleep(Number(searchParams.get('ms') ?? 5000));
      return sendHtml(visit, page('article.html'));
    case '/form':
      return sendHtml(visit, page('form.html'));
    case '/form/result':
      return formResult(visit);
    case '/feed':
      return sendHtml(visit, page('feed.html'));
    case '/feed/batch':
      return feedBatch(visit);
    case '/late-text':
      return sendHtml(visit, lateTextPage(Number(searchParams.get('ms'))));
    case '/websocket':
      return sendHtml(visit, page('websocket.html'));
    // Imitates the refusal of a capture's proxy.
    case '/like-the-proxy': {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'x-proofkeep-egress': 'refused' };
      return send(visit, 200, headers, page('article.html'));
    }
    case '/download-only':
      return send(
        visit,
        200,
        {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="authorisation.bin"',
        },
        Buffer.alloc(200_000, 0x5a),
      );
    default:
      return false;
  }
}

/** Shows the browser's time zone, and another text after a time in milliseconds. */
const lateTextPage = (
  ms: number,
): string => `<!doctype html><meta charset="utf-8"><title>到货通知</title><p></p><script>
const shown = document.querySelector('p');
shown.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
setTimeout(() => { shown.append(' 现已到货'); }, ${ms});
</script>`;

/** Gets a cookie, and then asks for data with it and with a token. */
const signedInPage = `<!doctype html><link rel="icon" href="data:,"><title>已登录</title><script>
fetch('/api/time.json', { headers: { authorization: 'Bearer t-0815' } }).then(() => { document.title = '已取回'; });
</script>`;

/** Requests every permission that a browser asks its user for; its title lists the answers. */
const permissionsPage = `<!doctype html><link rel="icon" href="data:,"><title>等待</title><script>
const refused = ({ name }) => name;
const answers = [
  navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'granted', refused),
  navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', refused),
  new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('granted'), ({ code }) => done('code ' + code))),
  Notification.requestPermission(),
  navigator.clipboard.readText().then(() => 'granted', refused),
];
Promise.all(answers).then((all) => { document.title = all.join(', '); });
</script>`;

/** Its title says whether the browser has been here before; then it leaves traces of every kind. */
const remembersPage = `<!doctype html><link rel="icon" href="data:,"><title>等待</title><script>
const traces = async () => [document.cookie, localStorage.length, (await indexedDB.databases()).length, await caches.has('seen')];
(async () => {
  const before = await traces();
  document.cookie = 'seen=1; max-age=3600';
  localStorage.seen = 1;
  await new Promise((done) => { indexedDB.open('seen').onsuccess = done; });
  await caches.open('seen');
  document.title = JSON.stringify([before, await traces()]);
})();
</script>`;

/** Shows an alert and a prompt on a key press, has the prompt's answer as its title, and asks before it is left. */
const leavePage = `<!doctype html><link rel="icon" href="data:,"><title>离开</title><input autofocus><script>
onkeydown = ({ key }) => {
  if (key === 'a') alert('库存不足');
  if (key === 'p') document.title = String(prompt('购买数量', '1'));
};
onbeforeunload = (event) => event.preventDefault();
</script>`;

/** Its title has what the page sees of the device; a key opens it once more in a new tab. */
const devicePage = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>设备</title><script>
addEventListener('load', () => {
  const isTouch = matchMedia('(pointer: coarse)').matches && 'ontouchstart' in window;
  const device = [innerWidth, navigator.maxTouchPoints, isTouch, navigator.userAgentData?.mobile, navigator.userAgent];
  document.title = JSON.stringify(opener ? ['新', ...device] : device);
});
onkeydown = () => open('/device');
</script>`;

/** A page that is a frame of another site, whose messages become its title. */
const framedPage = (url: string): string => `<!doctype html><title>框架</title><style>body{margin:0}</style>
<iframe src="${url}" style="border:0;width:1200px;height:700px"></iframe>
<script>onmessage = ({ data }) => { document.title = data; };</script>`;

async function formResult(visit: Visit): Promise<true> {
  const fields = new URLSearchParams((await buffer(visit.request)).toString('utf8'));
  const keyword = (fields.get('keyword') ?? '').replace(/[<>&]/g, '');
  return sendHtml(
    visit,
    `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>查询结果</title><h1>“${keyword}”共有 1 件商品</h1><p><a href="/shop">雀山同款青鸟保温杯</a></p>`,
  );
}

/** Sends eight more cards of the page `/feed`, after the requested delay in milliseconds. */
async function feedBatch(visit: Visit): Promise<true> {
  const { searchParams } = visit.url;
  await sleep(Number(searchParams.get('ms')));
  const titles = Array.from({ length: 8 }, (_, i) => `第 ${searchParams.get('n')} 批第 ${i + 1} 件`);
  return send(visit, 200, { 'content-type': 'application/json' }, JSON.stringify({ titles }));
}

function sendBig(visit: Visit, mebibytes: number): Promise<true> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': mebibytes * 1024 * 1024 };
  return stream(visit, headers, bigBody(mebibytes));
}

/** An article under a dialog with its backdrop; `small`: under a header that stays in view and a banner at the foot. */
const overlayPage = (isSmall: boolean): string => {
  const over = isSmall
    ? `<header style="position:fixed;inset:0 0 auto;height:60px;background:#fff">店铺</header>
       <div style="position:fixed;inset:auto 0 0;height:160px;background:#eee">本站使用 Cookie</div>`
    : `<div style="position:fixed;inset:0;background:#0008"></div>
       <div role="dialog" style="position:fixed;inset:20% 30%;background:#fff"><h2>领取优惠券</h2><p>关注后可继续浏览</p></div>`;
  const paragraph = '<p>不锈钢保温杯，容量 500 毫升，保温十二小时，杯盖可作水杯，附送杯刷一支。</p>';
  return `<!doctype html><meta charset="utf-8"><title>保温杯</title><h1>保温杯</h1>${paragraph.repeat(30)}${over}`;
};
