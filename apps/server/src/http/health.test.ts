import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const service = useService();
const get = async (url: string) => {
  const response = await service.app.inject({ url });
  return { status: response.statusCode, body: response.json() };
};

describe('whoever watches over the service', () => {
  it('hears that it is alive, and not ready before a capture node has asked for work', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, body: { alive: true } });
    expect(await get('/readyz')).toEqual({
      status: 503,
      body: { ready: false, database: true, store: true, node: false },
    });

    const headers = { authorization: `Bearer ${'x'.repeat(32)}` };
    const payload = { node: 'one', waitMs: 0 };
    await service.app.inject({ method: 'POST', url: '/node/lease', headers, payload });

    expect(await get('/readyz')).toEqual({
      status: 200,
      body: { ready: true, database: true, store: true, node: true },
    });
  });
});
