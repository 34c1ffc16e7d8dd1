import { expect, it } from 'vitest';
import { useService } from '../../../testing/service.ts';
import { notifyService, sandboxNotification } from '../testing/payments.ts';

const service = useService({ isLimited: true });

it('a notification is ignored if its address has sent too many, and accepted from elsewhere', async () => {
  const notification = sandboxNotification(service, { paymentNo: '0'.repeat(32), cents: 1 });
  expect((await notifyService(service, 'sandbox', notification)).status).toBe(400);
  const { rowCount } = await service.database.pool.query(
    `update rate_limit set points = 3000 where key like '%/billing/notify/%'`,
  );
  expect(rowCount).toBe(1);

  expect((await notifyService(service, 'sandbox', notification)).status).toBe(429);
  const elsewhere = await service.app.inject({
    method: 'POST',
    url: '/creditor/billing/notify/sandbox',
    payload: notification.body,
    headers: notification.headers,
    remoteAddress: '192.0.2.9',
  });
  expect(elsewhere.statusCode).toBe(400);
});
