import { expect, it } from 'vitest';
import { readConfig } from '../../read-config.ts';

it.each(['WECHAT_GATEWAY', 'STRIPE_GATEWAY', 'ALIPAY_GATEWAY'])('%s requires TLS, except on this machine', (key) => {
  const through = (address: string) => () => readConfig({ [key]: address });

  expect(through('http://api.example.com/')).toThrow(key);
  expect(through('nonsense')).toThrow(key);
  expect(through('https://api.example.com/')).not.toThrow();
  expect(through('http://127.0.0.1:8080/')).not.toThrow();
});
