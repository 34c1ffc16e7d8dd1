import { describe, expect, it } from 'vitest';
import { readConfig } from '../read-config.ts';

const settings = {
  IDENTITY_PROVIDER: 'alipay',
  ALIPAY_APP_ID: '2021000000000000',
  ALIPAY_KEY_FILE: 'own.pem',
  ALIPAY_PUBLIC_KEY_FILE: 'theirs.pem',
};

describe('the identity provider', () => {
  it.each(['ALIPAY_APP_ID', 'ALIPAY_KEY_FILE', 'ALIPAY_PUBLIC_KEY_FILE'])(
    'refuses to start without %s and names it',
    (key) => {
      expect(() => readConfig({ ...settings, [key]: '' })).toThrow(key);
      expect(() => readConfig({ ...settings, IDENTITY_PROVIDER: 'development', [key]: '' })).not.toThrow();
    },
  );

  it('requires TLS, except on this machine', () => {
    const through = (ALIPAY_GATEWAY: string) => () => readConfig({ ...settings, ALIPAY_GATEWAY });

    expect(through('http://openapi.alipay.com/gateway.do')).toThrow('ALIPAY_GATEWAY');
    expect(through('nonsense')).toThrow('ALIPAY_GATEWAY');
    expect(through('https://openapi-sandbox.dl.alipaydev.com/gateway.do')).not.toThrow();
    expect(through('http://127.0.0.1:8080/gateway.do')).not.toThrow();
  });
});
