import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withheldIn } from './withheld.ts';

const value = `sha256:${'a'.repeat(64)}`;
const record = (type: string, http: string[], body = '') => {
  const block = `${http.join('\r\n')}\r\n\r\n${body}`;
  const head = ['WARC/1.1', `WARC-Type: ${type}`, `Content-Length: ${block.length}`].join('\r\n');
  return gzipSync(`${head}\r\n\r\n${block}\r\n\r\n`);
};
async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50);
}
const countOf = (...records: Buffer[]) => withheldIn(inPieces(Buffer.concat(records)));

it('counts replaced headers and request bodies', async () => {
  const request = record('request', ['POST /a HTTP/1.1', `Cookie: ${value}`, `authorization: ${value}`], value);
  const response = record('response', ['HTTP/1.1 200 OK', `Set-Cookie: ${value}`, `Set-Cookie: ${value}`], 'x');

  expect(await countOf(request, response)).toBe(5);
});

it('counts nothing that a page or a site merely says', async () => {
  const body = `Cookie: ${value}\r\n\r\nCookie: ${value}`;
  const response = record('response', ['HTTP/1.1 200 OK', `X-Cookie: ${value}`, 'Set-Cookie: a=b'], body);
  const answer = record('response', ['HTTP/1.1 200 OK'], value);
  const long = record('request', ['POST /a HTTP/1.1', 'Accept: */*'], `${value}0`);

  expect(await countOf(record('metadata', [`Cookie: ${value}`]), response, answer, long)).toBe(0);
});

it('finds nothing in a record without parts', async () => {
  expect(await countOf()).toBe(0);
});
