import { describe, expect, it } from 'vitest';
import { understandFiles, understandText } from './understand.ts';

const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const file = (name: string) => new File(['x'], name);

describe('a pasted text', () => {
  it.each([
    ['【淘宝】7天无理由退货 https://m.tb.cn/h.gF1a2b?tk=AbCd CZ3457 「保温杯 316」点击链接直接打开', 'taobao', 1],
    ['【京东】https://3.cn/-2aBcDeF?jkl=@a「蓝牙耳机」点击链接直接打开', 'jd', 1],
    ['7.99 复制打开抖音，看看【某某的作品】 https://v.douyin.com/iRNBho6u/ Agb:/ 12/03', 'douyin', 1],
    ['我分享了一篇文章 https://mp.weixin.qq.com/s/AbC_d-1', 'wechat', 1],
    ['来自微博：https://weibo.com/1234567890/AbCdEf 一起看看', 'weibo', 1],
  ])('is a shared page: %s', (text, platform, count) => {
    expect(understandText(text)).toEqual({ kind: 'page', count, platform, isShare: true });
  });

  it('is web pages, also without a scheme and of several sites', () => {
    expect(understandText('www.example.com/a\nhttps://item.jd.com/1.html')).toEqual({
      kind: 'page',
      count: 2,
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
});
