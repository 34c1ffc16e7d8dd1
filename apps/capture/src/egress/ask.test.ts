import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { parseAllowed } from '@proofkeep/egress';
import { type SampleSite, startSampleSite } from '@proofkeep/fakes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EgressGuard, openEgress } from './guard.ts';

let site: SampleSite;
let guard: EgressGuard;
beforeAll(async () => {
  site = await startSampleSite();
  const allowed = parseAllowed([...site.egressAllow]);
  guard = openEgress({ allowed, ownHosts: [], maxBytes: Number.POSITIVE_INFINITY, resolve: async () => ['10.0.0.1'] });
});
afterAll(() => Promise.all([guard.close(), site.close()]));

/** Returns the X.509 certificate that the site presents. */
async function shown(): Promise<Buffer> {
  const { hostname, port } = new URL(site.httpsOrigin);
  const socket = tls.connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return raw;
}

const ask = (address: string, certificate: () => Promise<Buffer>) => {
  const url = new URL(address);
  const headers = [['Host', url.host] as const, ['X-Twice', 'a'] as const, ['X-Twice', 'b'] as const];
  return guard.ask({ url, headers, certificate, signal: AbortSignal.timeout(5_000) });
};

describe('a direct request', () => {
  it.each(['http', 'https'] as const)(
    "is answered over %s, and recorded and counted like the browser's",
    async (scheme) => {
      const origin = scheme === 'http' ? site.httpOrigin : site.httpsOrigin;
      const before = guard.bytesDown();

      const answer = await ask(`${origin}/moved`, shown);
      const body = await text(answer.body);

      expect(answer).toMatchObject({
        status: 301,
        statusText: 'Moved Permanently',
        serverAddress: new URL(origin).host,
      });
      expect(answer.headers).toContainEqual(['location', '/article']);
      expect(answer.tls?.protocol).toBe(scheme === 'https' ? 'TLS 1.3' : undefined);
      expect(body).toContain('301');
      expect(site.requests.at(-1)?.headers['x-twice']).toBe('a, b');
      expect(guard.bytesDown() - before).toBe(Buffer.byteLength(body));
      expect(guard.connections().at(-1)).toMatchObject({ verdict: 'allowed', address: '127.0.0.1' });
    },
  );

  it('is not sent to a server with another certificate than the one the browser got', async () => {
    const before = site.requests.length;

    await expect(ask(`${site.httpsOrigin}/moved`, async () => new X509Certificate(site.caPem).raw)).rejects.toThrow(
      'a different certificate',
    );
    expect(site.requests).toHaveLength(before);
  });

  it("is refused at the same destinations as the browser's requests", async () => {
    await expect(ask('http://inside.example/', shown)).rejects.toThrow('10.0.0.1');
    expect(guard.connections().at(-1)).toMatchObject({ host: 'inside.example', verdict: 'refused', address: null });
  });
});
