import { expect, it, vi } from 'vitest';
import { resumeUpload } from './resume-upload.ts';

vi.mock('../ui/words/language.ts', () => ({ languageTag: () => 'en' }));
vi.mock('./ask.ts', () => ({}));

it('an upload abandoned before it began rejects with the reason and sends nothing', async () => {
  const onBegun = vi.fn<() => void>();
  const left = new Error('left');

  const sending = resumeUpload(new File(['content'], 'a'), {
    path: '/uploads',
    metadata: {},
    onBegun,
    onSent: () => undefined,
    signal: AbortSignal.abort(left),
  });

  await expect(sending).rejects.toBe(left);
  expect(onBegun).not.toHaveBeenCalled();
});
