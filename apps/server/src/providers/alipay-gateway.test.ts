import { startAlipaySignIn } from '@proofkeep/fakes';
import { afterAll, expect, it } from 'vitest';
import { AlipayError, openAlipay } from './alipay-gateway.ts';

const vendor = await startAlipaySignIn();
afterAll(() => vendor.close());

const { appId, privateKey, publicKey: alipayPublicKey, gateway } = vendor;
const { ask } = openAlipay({ appId, privateKey, alipayPublicKey, gateway, timeoutMs: 5_000 });
const errorOf = (asked: Promise<unknown>): Promise<AlipayError> => asked.then(Promise.reject, (error) => error);

it('reads the gateway’s error code from a signed error_response', async () => {
  const error = await errorOf(ask('alipay.trade.query', { bizContent: { out_trade_no: 'P1' } }));

  expect(error).toBeInstanceOf(AlipayError);
  expect(error).toMatchObject({
    subCode: 'isv.invalid-method',
    message: 'alipay.trade.query was declined: 40002 isv.invalid-method',
  });
});

it('names the network failure of a gateway that is gone', async () => {
  const gone = openAlipay({ appId, privateKey, alipayPublicKey, gateway: 'http://127.0.0.1:9/', timeoutMs: 5_000 });

  const error = await errorOf(gone.ask('alipay.trade.query', {}));

  expect(error.message).toContain('ECONNREFUSED');
});
