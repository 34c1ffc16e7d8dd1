import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { filled } from './entry.ts';
import { note, redirect, sendHtml, stream, type Visit } from './visit.ts';

const files = readdirSync(new URL('pages/hostile/', import.meta.url)).map((name) => name.replace('.html', ''));

type Answer = (visit: Visit, canaryPort: number) => true | Promise<true>;

/** Pages that cannot be files: endless bodies and headers. */
const endless: Record<string, Answer> = {
  redirects: (visit) =>
    redirect(visit, 302, `/hostile/redirects?n=${Number(visit.url.searchParams.get('n') ?? 0) + 1}`),
  body: (visit) => stream(visit, { 'content-type': 'text/html' }, forever(Buffer.from('<p>更多内容</p>'.repeat(1000)))),
  'slow-body': (visit) => stream(visit, { 'content-type': 'text/html' }, forever(Buffer.from('<i>.</i>')), 1000),
  'slow-headers': slowHeaders,
  'gzip-bomb': (visit) => stream(visit, { 'content-type': 'text/html', 'content-encoding': 'gzip' }, gzipBomb()),
  download: (visit) =>
    stream(
      visit,
      { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="endless.bin"' },
      forever(Buffer.alloc(64 * 1024, 0x5a)),
    ),
  'private-redirect': (visit, canaryPort) =>
    redirect(visit, 302, `http://127.0.0.1:${canaryPort}/redirected-${visit.url.search.slice(1)}`),
};

/** Paths of all hostile pages. */
export const hostilePaths: readonly string[] = [...files, ...Object.keys(endless)]
  .sort()
  .map((name) => `/hostile/${name}`);

/** Answers a request for a hostile page. @returns false for another path */
export async function hostilePage(visit: Visit, canaryPort: number): Promise<boolean> {
  const { pathname } = visit.url;
  if (pathname === '/hostile')
    return sendHtml(visit, hostilePaths.map((path) => `<p><a href="${path}">${path}</a>`).join(''));
  const name = pathname.replace('/hostile/', '');
  const answer = endless[name];
  if (answer) return answer(visit, canaryPort);
  if (!files.includes(name)) return false;
  return sendHtml(visit, filled(`hostile/${name}.html`, { canaryPort: String(canaryPort) }));
}

function* forever(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk;
}

/** Sends one header line per second but never the final empty line, which an idle timer does not notice. */
async function slowHeaders(visit: Visit): Promise<true> {
  const socket = visit.request.socket;
  note(visit, 200, null);
  socket.write('HTTP/1.1 200 OK\r\n');
  for (let n = 0; !socket.destroyed; n++) {
    socket.write(`X-Wait-${n}: 1\r\n`);
    await sleep(1000);
  }
  return true;
}

/** 1 GiB of text in 1 MiB of gzip (RFC 1952): the same full-flushed block 1024 times. */
function* gzipBomb(): Generator<Buffer> {
  const text = Buffer.alloc(1024 * 1024, 'wanhuo ');
  const block = deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  yield Buffer.from('1f8b0800000000000003', 'hex');
  let check = 0;
  for (let i = 0; i < 1024; i++) {
    check = crc32(text, check);
    yield block;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(check, 0);
  trailer.writeUInt32LE(1024 ** 3, 4);
  yield Buffer.concat([Buffer.from('0300', 'hex'), trailer]);
}
