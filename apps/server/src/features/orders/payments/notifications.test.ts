import { expect, it } from 'vitest';
import { useService } from '../../../testing/service.ts';
import { notifyService, sandboxTells } from '../testing/paying.ts';

const service = useService({ isLimited: true });

it('a notification is ignored if its address has sent too many, and accepted from elsewhere', async () => {
  const told = sandboxTells(service, { paymentNo: '0'.repeat(32), cents: 1 });
  expect((await notifyService(service, 'sandbox', told)).status).toBe(400);
  const { rowCount } = await service.database.pool.query(
    `update rate_limit set points = 3000 where key like '%/billing/notify/%'`,
  );
  expect(rowCount).toBe(1);

  expect((await notifyService(service, 'sandbox', told)).status).toBe(429);
  const elsewhere = await service.app.inject({
    method: 'POST',
    url: '/creditor/billing/notify/sandbox',
    payload: told.body,
    headers: told.headers,
    remoteAddress: '192.0.2.9',
  });
  expect(elsewhere.statusCode).toBe(400);
});
