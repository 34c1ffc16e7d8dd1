import { describe, expect, it } from 'vitest';
import { completeUrls, typedUrls } from './typed-urls.ts';

describe('typed URLs', () => {
  it('are split at whitespace and deduplicated', () => {
    const text = ' https://a.example/x\nhttps://b.example  https://a.example/x\r\n\n';

    expect(typedUrls(text)).toEqual([
      { text: 'https://a.example/x', message: null },
      { text: 'https://b.example', message: null },
    ]);
  });

  it.each([
    ['，', 'https://a.example/x，https://b.example/y'],
    ['；', 'https://a.example/x；https://b.example/y；'],
    ['、', 'https://a.example/x、 https://b.example/y。'],
    [',', 'https://a.example/x,https://b.example/y'],
    ['; with a space', 'https://a.example/x; https://b.example/y;'],
    ['quotation marks', '“https://a.example/x” 和 <https://b.example/y>'],
  ])('are separated by %s', (_, text) => {
    expect(typedUrls(text).map((one) => one.text)).toEqual(['https://a.example/x', 'https://b.example/y']);
  });

  it.each([
    'https://a.example/x,y;z?q=1,2',
    'https://zh.example/wiki/存证',
    'https://a.example/?to=https://b.example/',
  ])('keep characters that a URL may contain: %s', (url) => {
    expect(typedUrls(url)).toEqual([{ text: url, message: null }]);
  });

  it.each([
    [
      'Taobao',
      '【淘宝】假一赔四 https://m.tb.cn/h.gKxYz1?tk=AbC3WxYzQ12 CZ0001 「保温杯 500ml 304不锈钢」\n点击链接直接打开 或者 淘宝搜索直接打开',
      'https://m.tb.cn/h.gKxYz1?tk=AbC3WxYzQ12',
    ],
    [
      'JD',
      '【京东】https://3.cn/2aBc-dEf?jkl=@gHiJk1lMn@ 「存真牌保温杯」点击链接直接打开',
      'https://3.cn/2aBc-dEf?jkl=@gHiJk1lMn@',
    ],
    [
      'Douyin',
      '7.99 复制打开抖音，看看【小王的作品】 保温杯测评 # 好物  https://v.douyin.com/iRNBho5m/ 03/12 e@b.aN LJI:/',
      'https://v.douyin.com/iRNBho5m/',
    ],
    [
      'WeChat',
      '《关于证据的若干规定》https://mp.weixin.qq.com/s/AbCdEf-123_x',
      'https://mp.weixin.qq.com/s/AbCdEf-123_x',
    ],
    [
      'Weibo',
      '#存证# 我分享了一条微博：https://weibo.com/1234567/AbCdE?from=page。',
      'https://weibo.com/1234567/AbCdE?from=page',
    ],
    ['words without a space', '长按复制 https://u.jd.com/AbCdE1点击链接直接打开', 'https://u.jd.com/AbCdE1'],
  ])('are taken out of a text shared by %s', (_, text, url) => {
    const wrong = typedUrls(completeUrls(text)).filter(({ message }) => message);
    expect(typedUrls(text).map((one) => one.text)).toContain(url);
    expect(wrong).toEqual([]);
  });

  it('are not lost if one of several has no scheme', () => {
    expect(typedUrls('https://a.example b.example/x ftp://c.example').map(({ text }) => text)).toEqual([
      'https://a.example',
      'b.example/x',
      'ftp://c.example',
    ]);
  });

  it.each([
    ['example', 'url.not-an-address'],
    ['https://', 'url.not-an-address'],
    ['ftp://a.example/', 'url.scheme'],
    ['javascript:alert(1)', 'url.scheme'],
    ['https://me:secret@a.example/', 'url.credentials'],
  ])('rejects %s', (text, name) => {
    expect(typedUrls(text)[0]?.message?.name).toBe(name);
  });
});

describe('URLs without a scheme', () => {
  it.each(['www.example.com', 'example.com:8080/a?b#c', '例子.中国/页', '10.0.0.1'])('completes %s', (text) => {
    expect(completeUrls(text)).toBe(`https://${text}`);
  });

  it('puts the URLs of a list or a share text on lines of their own', () => {
    const text = 'https://a.example/x，www.b.example；https://c.example\n【淘宝】https://m.tb.cn/h.x 点击链接直接打开';

    expect(completeUrls(text)).toBe(
      'https://a.example/x\nhttps://www.b.example\nhttps://c.example\nhttps://m.tb.cn/h.x',
    );
  });

  it('changes no other text', () => {
    const text = 'nonsense\n  http://a.example b.example/x\nftp://c.example/ localhost:3000 me@d.example';

    expect(completeUrls(text)).toBe(
      'nonsense\n  http://a.example https://b.example/x\nftp://c.example/ localhost:3000 me@d.example',
    );
  });
});
