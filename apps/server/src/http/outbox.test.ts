import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';

const developing = useService({ app: { hasOutbox: true } });
const relying = useService();

describe('the outbox', () => {
  it('shows what was sent where messages go nowhere else', async () => {
    const phone = developing.given.phone();
    const code = await developing.given.code('register', phone);

    const { list } = (await developing.app.inject('/dev/outbox.json')).json() as {
      list: { phone: string; body: string }[];
    };

    expect(list.find((one) => one.phone === phone)?.body).toContain(code);
    expect((await developing.app.inject('/dev/outbox')).body).toContain(code);
  });

  it('is not there where a provider sends them', async () => {
    for (const url of ['/dev/outbox', '/dev/outbox.json'])
      expect((await relying.app.inject({ url })).statusCode).toBe(404);
  });
});
