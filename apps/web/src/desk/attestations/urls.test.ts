import { describe, expect, it } from 'vitest';
import { typedUrls } from './urls.ts';

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
