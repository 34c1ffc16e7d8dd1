import { accountCalls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../read-config.ts';
import { useService } from '../testing/service.ts';

const behindProxies = useService({ app: { trustedProxies: ['10.0.0.0/8', '2001:db8::7'] } });
const alone = useService();
const overTls = useService({ app: { isSecure: true } });

/** Returns the address recorded for a session that was started from `from`. */
async function addressSeen(service: typeof alone, from: string, forwarded: string): Promise<string | undefined> {
  const { phone, password, loginId } = await service.given.login();
  const headers = { 'x-forwarded-for': forwarded };
  await service.ask(accountCalls.login, { account: phone, password }, { from, headers });
  const { rows } = await service.database.pool.query<{ address: string }>(
    'select address from session where login_id = $1 order by address = $2',
    [loginId, '192.0.2.1'],
  );
  return rows[0]?.address;
}

describe('the client’s address', () => {
  it('is taken from a trusted proxy', async () => {
    expect(await addressSeen(behindProxies, '10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
    expect(await addressSeen(behindProxies, '2001:db8::7', '203.0.113.9')).toBe('203.0.113.9');
    expect(await addressSeen(behindProxies, '::ffff:10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
  });

  it('ignores values before the proxy’s own, which the client can set', async () => {
    expect(await addressSeen(behindProxies, '10.1.2.3', '198.51.100.1, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
  });

  it('ignores headers from an untrusted address', async () => {
    expect(await addressSeen(behindProxies, '192.0.2.77', '203.0.113.9')).toBe('192.0.2.77');
    expect(await addressSeen(alone, '10.1.2.3', '203.0.113.9')).toBe('10.1.2.3');
  });
});

describe('a service behind TLS', () => {
  it('rejects changes from a page of its own host without TLS', async () => {
    const { token } = await overTls.given.login();
    const refusedFrom = async (origin: string) =>
      (await overTls.ask(accountCalls.swapToken, {}, { as: token, headers: { host: 'proof.example', origin } }))
        .refused;

    expect(await refusedFrom('https://proof.example')).toBeNull();
    expect(await refusedFrom('http://proof.example')).toBe('FOREIGN_ORIGIN');
    expect(await refusedFrom('https://proof.example:8443')).toBe('FOREIGN_ORIGIN');
  });
});

describe('TRUSTED_PROXIES', () => {
  it('accepts addresses and networks', () => {
    const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' });

    expect(TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/8/8', 'true', 'proxy.example', '10.0.0'])(
    'refuses %s',
    (text) => {
      expect(() => readConfig({ TRUSTED_PROXIES: text })).toThrow('TRUSTED_PROXIES');
    },
  );
});
