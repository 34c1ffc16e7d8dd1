import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeTlsIdentity } from '../sample-site/certificates.ts';
import { productPng } from '../sample-site/pictures.ts';
import { gbkBytes } from './gbk.ts';
import { productPages, type StyledPage } from './product-pages.ts';

/** The test pages, served under the names of their shops. */
export interface ProductSite {
  /** Serves all shops; their names must resolve to 127.0.0.1. */
  port: number;
  /** For `CAPTURE_HOSTS`: every name with its address. */
  hosts: string;
  egressAllow: readonly string[];
  /** Base64 SHA-256 of the certificate's SubjectPublicKeyInfo, for `--ignore-certificate-errors-spki-list`. */
  spki: string;
  urlOf(page: StyledPage): string;
  close(): Promise<void>;
}

const pictureCount = 6;

/** Starts the shops of the test pages on a loopback address. Cannot be reached from other machines. */
export async function startProductSite(): Promise<ProductSite> {
  const { key, chain, spki } = makeTlsIdentity(['127.0.0.1']);
  const drawn = Array.from({ length: pictureCount }, (_, seed) =>
    productPng({ sizePx: 240, seed, grainBits: 1, level: 1 }),
  );
  const pages = new Map(productPages.map((page) => [`${page.host}${page.path}`, page]));
  const lastOf = new Map<string, StyledPage>();
  const server = createServer({ key, cert: chain }, (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const address = request.url ?? '/';
    const [path = '/'] = address.split('?');
    const send = (type: string, body: string | Uint8Array) =>
      response.writeHead(200, { 'content-type': type }).end(body);
    const page = pages.get(`${host}${address}`);
    if (page) {
      lastOf.set(host, page);
      return page.charset
        ? send(`text/html; charset=${page.charset}`, gbkBytes(page.html))
        : send('text/html; charset=utf-8', page.html);
    }
    if (path.startsWith('/img/')) {
      const number = [...path].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % pictureCount;
      return send('image/png', drawn[number] as Uint8Array);
    }
    const resource = (pages.get(refererOf(request.headers.referer)) ?? lastOf.get(host))?.resources?.[path];
    if (resource) return send(`${resource.type}; charset=utf-8`, resource.body);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const names = [...new Set(productPages.map(({ host }) => host))];
  return {
    port,
    hosts: names.map((name) => `${name}=127.0.0.1`).join(','),
    egressAllow: [`127.0.0.1:${port}`, ...names.map((name) => `${name}:${port}`)],
    spki,
    urlOf: ({ host, path }) => `https://${host}:${port}${path}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A referrer without a path names only the shop. */
function refererOf(referer = ''): string {
  const url = URL.parse(referer);
  return url ? `${url.hostname}${url.pathname}${url.search}` : '';
}
