import { describe, expect, it } from 'vitest';
import { completed, typedUrls } from './urls.ts';

describe('what is typed as addresses', () => {
  it('is parted by lines and spaces, and each is taken once', () => {
    const text = ' https://a.example/x\nhttps://b.example  https://a.example/x\r\n\n';

    expect(typedUrls(text)).toEqual([
      { text: 'https://a.example/x', said: null },
      { text: 'https://b.example', said: null },
    ]);
  });

  it.each([
    ['example', 'url.not-an-address'],
    ['https://', 'url.not-an-address'],
    ['ftp://a.example/', 'url.scheme'],
    ['javascript:alert(1)', 'url.scheme'],
    ['https://me:secret@a.example/', 'url.credentials'],
  ])('is refused at once when it is %s', (text, name) => {
    expect(typedUrls(text)[0]?.said?.name).toBe(name);
  });
});

describe('an address without a scheme', () => {
  it.each(['www.example.com', 'example.com:8080/a?b#c', '例子.中国/页', '10.0.0.1'])('gets one: %s', (text) => {
    expect(completed(text)).toBe(`https://${text}`);
  });

  it('gets one where it stands, and nothing else is touched', () => {
    const text = 'nonsense\n  http://a.example b.example/x\nftp://c.example/ localhost:3000 me@d.example';

    expect(completed(text)).toBe(
      'nonsense\n  http://a.example https://b.example/x\nftp://c.example/ localhost:3000 me@d.example',
    );
  });
});
