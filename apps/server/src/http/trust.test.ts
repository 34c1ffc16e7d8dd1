import { readAnchorsFile } from '@proofkeep/bundle';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

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

  it.each(['/trust/', '/trust/key.pem', '/trust/../keys/node-token', '/trust/%2e%2e%2fkeys%2fnode-token'])(
    'do not include %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});
