import { describe, expect, it } from 'vitest';
import { understandFiles, understandText } from './understand.ts';

const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const file = (name: string) => new File(['x'], name);

describe('a pasted text', () => {
  it.each([
    ['【淘宝】7天无理由退货 https://m.tb.cn/h.gF1a2b?tk=AbCd CZ3457 「保温杯 316」点击链接直接打开', 'taobao', 1],
    ['【京东】https://3.cn/-2aBcDeF?jkl=@a「蓝牙耳机」点击链接直接打开', 'jd', 1],
    ['7.99 复制打开抖音，看看【某某的作品】 https://v.douyin.com/iRNBho6u/ Agb:/ 12/03', 'douyin', 0],
    ['我分享了一篇文章 https://mp.weixin.qq.com/s/AbC_d-1', 'wechat', 0],
    ['来自微博：https://weibo.com/1234567890/AbCdEf 一起看看', 'weibo', 0],
    ['78 【小红书】复制打开 http://xhslink.com/a/AbCdEf 查看笔记', 'xiaohongshu', 0],
  ])('is a shared page: %s', (text, platform, products) => {
    expect(understandText(text)).toEqual({ kind: 'page', count: 1, products, platform, isShare: true });
  });

  it.each([
    ['taobao', 'https://item.taobao.com/item.htm?spm=a1z10.1&id=612345678901'],
    ['tmall', 'detail.tmall.com/item.htm?id=612345678901&skuId=5'],
    ['1688', 'https://detail.1688.com/offer/612345678901.html'],
    ['aliexpress', 'https://www.aliexpress.com/item/1005006123456789.html?spm=a2g0o'],
    ['lazada', 'https://www.lazada.com.my/products/water-bottle-i123456789-s987654321.html'],
    ['jd', 'https://item.jd.com/100012043978.html'],
    ['pinduoduo', 'https://mobile.yangkeduo.com/goods2.html?ps=AbCdEf'],
    ['douyin', 'https://haohuo.jinritemai.com/views/product/item2?id=3456789012345'],
    ['kuaishou', 'https://app.kwaixiaodian.com/merchant/shop/detail?id=20123456789'],
    ['vipshop', 'https://detail.vip.com/detail-1710612345-6918123456.html'],
    ['suning', 'https://product.suning.com/0000000000/12345678901.html'],
    ['dangdang', 'http://product.dangdang.com/29123456.html'],
    ['xiaohongshu', 'https://www.xiaohongshu.com/goods-detail/65a1b2c3d4e5f60001abcdef'],
    ['youzan', 'https://shop12345.youzan.com/wscgoods/detail/2xabcdef'],
    ['amazon', 'https://www.amazon.co.jp/-/en/Some-Bottle/dp/B0C1234567/ref=sr_1_1'],
    ['ebay', 'https://www.ebay.com/itm/Some-Bottle/256123456789?hash=item3b'],
    ['walmart', 'https://www.walmart.com/ip/Some-Bottle/123456789'],
    ['etsy', 'https://www.etsy.com/listing/1234567890/some-bottle'],
    ['rakuten', 'https://item.rakuten.co.jp/someshop/abc-123/'],
    ['mercadolibre', 'https://articulo.mercadolibre.com.mx/MLM-1234567890-botella-_JM'],
    ['shopee', 'https://shopee.sg/Some-Bottle-i.123456789.12345678901'],
    ['shopify', 'https://some-shop.myshopify.com/products/bottle'],
  ])('is a product page of %s', (platform, text) => {
    expect(understandText(text)).toMatchObject({ kind: 'page', count: 1, products: 1, platform });
  });

  it.each([
    ['taobao', 'https://www.taobao.com/'],
    ['jd', 'https://mall.jd.com/index-1000000127.html'],
    ['amazon', 'https://www.amazon.com/s?k=bottle'],
    ['xiaohongshu', 'https://www.xiaohongshu.com/explore/65a1b2c3d4e5f60001abcdef'],
    [null, 'https://amazon.com.example.com/dp/B0C1234567'],
  ])('is another page of %s: %s', (platform, text) => {
    expect(understandText(text)).toMatchObject({ kind: 'page', count: 1, products: 0, platform });
  });

  it('is web pages, also without a scheme and of several sites', () => {
    expect(understandText('www.example.com/a\nhttps://item.jd.com/1.html')).toEqual({
      kind: 'page',
      count: 2,
      products: 1,
      platform: null,
      isShare: false,
    });
  });

  it('is digests, with their names as sha256sum writes them', () => {
    expect(understandText(`${digest.toUpperCase()}\n${digest} *合同 1.pdf\n`)).toEqual({
      kind: 'digests',
      digests: [
        { sha256: digest, name: '' },
        { sha256: digest, name: '合同 1.pdf' },
      ],
    });
  });

  it.each([`sha256:${digest}`, `SHA256 (合同.pdf) = ${digest}`, `SHA2-256(合同.pdf)= ${digest.toUpperCase()}`])(
    'is a digest with its algorithm: %s',
    (text) => {
      const name = text.includes('(') ? '合同.pdf' : '';
      expect(understandText(text)).toEqual({ kind: 'digests', digests: [{ sha256: digest, name }] });
    },
  );

  it.each([`sm3:${digest}`, `SM3(合同.pdf)= ${digest}`, `${digest}  a.pdf\nsm3:${digest}  b.pdf`])(
    'is not attested as SHA-256 if it is named as SM3: %s',
    (text) => {
      expect(understandText(text)).toEqual({ kind: 'sm3' });
    },
  );

  it.each([
    ['', 'nothing'],
    ['  \n', 'nothing'],
    ['你好', 'unknown'],
    [digest.slice(1), 'unknown'],
    ['ftp://example.com/', 'unknown'],
  ])('%j is %s', (text, kind) => {
    expect(understandText(text).kind).toBe(kind);
  });
});

describe('dropped files', () => {
  it.each([
    [['清单.xlsx'], 'sheet'],
    [['list.CSV'], 'sheet'],
    [['清单.xlsx', 'b.xlsx'], 'files'],
    [['合同.pdf'], 'files'],
    [[], 'nothing'],
  ])('%j are %s', (names, kind) => {
    expect(understandFiles(names.map(file)).kind).toBe(kind);
  });

  it('are files if they are in a folder', () => {
    const sheet = Object.defineProperty(file('清单.xlsx'), 'webkitRelativePath', { value: '附件/清单.xlsx' });

    expect(understandFiles([sheet]).kind).toBe('files');
  });
});
