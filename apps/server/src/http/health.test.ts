import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const service = useService();
const get = async (url: string) => {
  const response = await service.app.inject({ url });
  return { status: response.statusCode, body: response.json() };
};

describe('whoever watches over the service', () => {
  it('hears that it is alive, and not ready before a capture node of its time has asked for work', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, body: { alive: true } });
    expect(await get('/readyz')).toEqual({
      status: 503,
      body: { ready: false, database: true, store: true, node: false },
    });

    const headers = { authorization: `Bearer ${'x'.repeat(32)}` };
    const ask = (offsetMs: number) => {
      const sentAt = new Date(service.now.getTime() + offsetMs).toISOString();
      const payload = { node: 'one', waitMs: 0, clock: { sentAt, offset: { offsetMs, uncertaintyMs: 5 } } };
      return service.app.inject({ method: 'POST', url: '/node/lease', headers, payload });
    };
    await ask(5_000);
    expect((await get('/readyz')).body).toMatchObject({ ready: false, node: false });

    await ask(0);

    expect(await get('/readyz')).toEqual({
      status: 200,
      body: { ready: true, database: true, store: true, node: true },
    });
  });
});
