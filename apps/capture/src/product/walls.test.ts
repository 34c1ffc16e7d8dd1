import { shopUrls } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { adapters, adaptersOf } from './adapters.ts';

/** URLs to which shops led visitors instead of the product. */
const walls: [address: string, platform: string, kind: string][] = [
  ['https://login.taobao.com/member/login.jhtml?redirectURL=x', 'taobao', 'login-wall'],
  ['https://detail.tmall.com/item.htm/_____tmd_____/punish?x5secdata=x', 'tmall', 'challenge'],
  ['https://passport.jd.com/new/login.aspx', 'jd', 'login-wall'],
  ['https://cfe.m.jd.com/privatedomain/risk_handler/03101900/', 'jd', 'challenge'],
  ['https://mobile.yangkeduo.com/login.html?from=x', 'pinduoduo', 'login-wall'],
  ['https://www.amazon.com/errors/validateCaptcha?x', 'amazon', 'challenge'],
  ['https://www.walmart.com/blocked?url=x', 'walmart', 'challenge'],
  ['https://shopee.com.br/verify/captcha?x', 'shopee', 'challenge'],
];

describe('walls of shops', () => {
  it.each(walls)('%s', (address, platform, kind) => {
    const [adapter] = adaptersOf(address);
    const wall = adapter?.walls?.find((one) => one.address && new RegExp(one.address, 'i').test(address));

    expect([adapter?.platform, wall?.kind]).toEqual([platform, kind]);
  });

  it('do not match URLs of products', () => {
    const products = [
      'https://item.taobao.com/item.htm?id=1',
      'https://item.jd.com/1.html',
      'https://www.amazon.com/dp/B000000000',
    ];
    const found = products.flatMap((address) =>
      adaptersOf(address).flatMap(({ walls = [] }) =>
        walls.filter((one) => one.address && new RegExp(one.address, 'i').test(address)),
      ),
    );

    expect(found).toEqual([]);
  });
});

describe('adapters', () => {
  it('exist for every shop whose URLs are known', () => {
    expect(adapters.map(({ platform }) => platform).toSorted()).toEqual(Object.keys(shopUrls).toSorted());
  });

  it('have unique names, and valid expressions', () => {
    const names = adapters.map(({ platform }) => platform);

    expect(new Set(names).size).toBe(names.length);
    for (const { productIdInAddress, shown = {}, walls: signs = [] } of adapters) {
      const rules = Object.values(shown).flat();
      const patterns = rules.flatMap((rule) => (typeof rule === 'object' && rule.pattern ? [rule.pattern] : []));
      for (const pattern of [...patterns, ...signs.flatMap(({ address }) => address ?? [])])
        expect(() => new RegExp(pattern, 'iu')).not.toThrow();
      expect(() => new RegExp(productIdInAddress ?? '')).not.toThrow();
    }
  });
});
