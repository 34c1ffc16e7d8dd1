import { expect, it } from 'vitest';
import { Refusal, tooLarge } from './refusal.ts';

it('joins a list as the language does', () => {
  const refusal = new Refusal('UPLOAD_TYPE', { values: { types: ['JPEG', 'WebP', 'PDF'] } });

  expect(refusal.says('zh')).toBe('不支持这种文件，请上传 JPEG、WebP、PDF');
  expect(refusal.says('en')).toBe("This file type isn't supported. Upload one of: JPEG, WebP, PDF.");
});

it.each([
  [20 * 2 ** 20, '20 MB'],
  [4 * 2 ** 30, '4 GB'],
  [64 * 2 ** 10, '64 KB'],
])('says how much may be sent: %s', (maxBytes, max) => {
  expect(tooLarge(maxBytes).says('en')).toBe(`Too large: ${max} at most. Send less.`);
  expect(tooLarge(maxBytes).says('zh')).toBe(`内容过大，上限 ${max}，请减少后重试`);
});

it('omits the limit if it has no number', () => {
  expect(new Refusal('TOO_LARGE').says('zh')).toBe('内容过大，请减少后重试');
});
