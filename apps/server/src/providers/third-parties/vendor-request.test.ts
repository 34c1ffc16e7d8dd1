import { expect, it } from 'vitest';
import { z } from 'zod';
import { askVendor } from './vendor-request.ts';

it('names the reason of a failed connection, but no secret of the request', async () => {
  const asked = new URL('http://127.0.0.1:2/token?secret=topsecret');

  const error: unknown = await askVendor(asked, { shape: z.object({}), signal: AbortSignal.timeout(5_000) }).catch(
    (reason) => reason,
  );

  expect(error).toMatchObject({ code: 'PROVIDER_FAILED' });
  const { cause } = error as { cause: Error };
  expect(cause.message).toContain('ECONNREFUSED');
  expect(cause.message).not.toContain('topsecret');
});
