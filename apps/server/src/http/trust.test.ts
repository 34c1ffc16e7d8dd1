import { readAnchorsFile } from '@proofkeep/bundle';
import type { Crls } from '@proofkeep/seal';
import fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useService } from '../testing/service.ts';
import { crlUrlOf, serveTrust, trustRequests } from './trust.ts';

const service = useService();
const get = (url: string) => service.app.inject({ method: 'GET', url });

describe('the published trust anchors', () => {
  it('are public: anchors.json and the same root as PEM', async () => {
    const anchors = await get('/trust/anchors.json');
    const root = await get('/trust/root.pem');

    const { roots, logs } = readAnchorsFile(anchors.body);
    expect(anchors.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(root.body).toBe(roots.join(''));
    expect(root.body).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
    expect(logs).toHaveLength(1);
  });

  it('are refused to a network that asks too often, and to no other', async () => {
    const from = async (remoteAddress: string) =>
      (await service.app.inject({ method: 'GET', url: '/trust/root.pem', remoteAddress })).statusCode;
    const codes = new Set<number>();
    for (let n = 0; n < trustRequests; n++) codes.add(await from('192.0.2.77'));

    expect([...codes]).toEqual([200]);
    expect([await from('192.0.2.77'), await from('192.0.2.78')]).toEqual([429, 200]);
  });

  it.each(['/trust/', '/trust/key.pem', '/trust/../keys/node-token', '/trust/%2e%2e%2fkeys%2fnode-token'])(
    'do not include %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});

describe('the published revocation lists', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/trust/ca.crl'],
    ['https://proofkeep.example', 'http://proofkeep.example/trust/ca.crl'],
    ['https://proofkeep.example:8443', 'http://proofkeep.example/trust/ca.crl'],
  ])('of %s are named in certificates as %s', (publicUrl, named) => {
    expect(crlUrlOf(publicUrl)).toBe(named);
  });

  it('are read once a second, however many requests there are, and again after a failure', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const read = vi.fn<() => Promise<Crls>>(async () => ({
      issuing: Buffer.from('issuing'),
      root: Buffer.from('root'),
    }));
    read.mockRejectedValueOnce(new Error('no database'));
    const app = fastify();
    serveTrust(app, '/nowhere', read);
    const ask = async (name: string) => {
      const { statusCode, body } = await app.inject({ url: `/trust/${name}` });
      return statusCode === 200 ? body : statusCode;
    };

    expect(await ask('ca.crl')).toBe(500);
    expect(await Promise.all(['ca.crl', 'root.crl', 'ca.crl'].map(ask))).toEqual(['issuing', 'root', 'issuing']);
    expect(read).toHaveBeenCalledTimes(2);
    now = 1_001;
    expect(await ask('ca.crl')).toBe('issuing');
    expect(read).toHaveBeenCalledTimes(3);
    await app.close();
  });
});
