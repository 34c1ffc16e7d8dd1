import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `?fps=N` moves a bar N times a second; 0: as often as the browser draws. A click changes the colour of the whole
 * page.
 */
const html = `<!doctype html><meta charset="utf-8"><title>bench</title>
<style>body{margin:0;font:16px sans-serif}#bar{position:absolute;height:40px;width:200px;background:#1f4e8c}p{margin:8px;line-height:1.6}</style>
<div id="bar"></div>${'<p>Text that has to be encoded with every picture, as on an ordinary page.</p>'.repeat(18)}
<script>
let turn = 0;
const fps = new URLSearchParams(location.search).get('fps');
const move = () => { document.querySelector('#bar').style.left = (turn += 7) % 1000 + 'px'; };
const draw = () => { move(); requestAnimationFrame(draw); };
if (fps === '0') draw();
else if (fps) setInterval(move, 1000 / fps);
addEventListener('mousedown', () => { document.body.style.background = (turn += 1) % 2 ? '#ffe0a0' : '#a0e0ff'; });
</script>`;

/** Serves the page that all runs show. */
export async function servePage(): Promise<{ port: number; close(): void }> {
  const server = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
