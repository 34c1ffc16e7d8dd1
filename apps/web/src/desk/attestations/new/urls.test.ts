import { describe, expect, it } from 'vitest';
import { completed, typedUrls } from './urls.ts';

describe('typed URLs', () => {
  it('are split at whitespace and deduplicated', () => {
    const text = ' https://a.example/x\nhttps://b.example  https://a.example/x\r\n\n';

    expect(typedUrls(text)).toEqual([
      { text: 'https://a.example/x', message: null },
      { text: 'https://b.example', message: null },
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
    expect(completed(text)).toBe(`https://${text}`);
  });

  it('changes no other text', () => {
    const text = 'nonsense\n  http://a.example b.example/x\nftp://c.example/ localhost:3000 me@d.example';

    expect(completed(text)).toBe(
      'nonsense\n  http://a.example https://b.example/x\nftp://c.example/ localhost:3000 me@d.example',
    );
  });
});
