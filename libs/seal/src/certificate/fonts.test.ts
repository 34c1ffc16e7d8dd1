import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireFonts } from './fonts.ts';

it('names the missing font that the certificate requires', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  writeFileSync(join(folder, 'NotoSansCJK-Regular.ttc'), '');

  await expect(requireFonts()).resolves.toBeUndefined();
  await expect(requireFonts(folder)).rejects.toMatchObject({
    code: 'FONT_MISSING',
    message: expect.stringContaining('NotoSansCJK-Bold.ttc'),
  });
  rmSync(folder, { recursive: true });
});
