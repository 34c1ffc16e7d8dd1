import { describe, expect, it } from 'vitest';
import { networksOf } from './networks.ts';

describe('networksOf', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::ffff:192.0.2.7', ['192.0.2.7']],
    ['::FFFF:C000:0207', ['192.0.2.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:0DB8:0001:0002::', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:db8::7', ['2001:db8:0:0::/64', '2001:db8:0::/48']],
    ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ])('%s as %j', (address, networks) => {
    expect(networksOf(address)).toEqual(networks);
  });

  it('separates addresses of different networks', () => {
    expect(networksOf('192.0.2.8')).not.toEqual(networksOf('192.0.2.7'));
    expect(networksOf('2001:db8:1:3::1')[0]).not.toBe(networksOf('2001:db8:1:2::1')[0]);
    expect(networksOf('2001:db8:1:3::1')[1]).toBe(networksOf('2001:db8:1:2::1')[1]);
    expect(networksOf('2001:db8:2:2::1')[1]).not.toBe(networksOf('2001:db8:1:2::1')[1]);
  });
});
