import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { SealError } from '../error.ts';

/** Noto Sans CJK (SIL Open Font License) as installed by Debian's `fonts-noto-cjk`: one collection with many faces. */
export const fontFolder = '/usr/share/fonts/opentype/noto';
/** Names of the two font files in `fontFolder`. */
export const fontFiles = { regular: 'NotoSansCJK-Regular.ttc', bold: 'NotoSansCJK-Bold.ttc' };

/**
 * Checks that the fonts of the certificate are installed. Call it before anything is logged: without them no certificate
 * can be drawn, and the logged entry would wait for one.
 * @throws SealError `FONT_MISSING`
 */
export async function requireFonts(folder: string = fontFolder): Promise<void> {
  for (const name of Object.values(fontFiles))
    await access(join(folder, name), constants.R_OK).catch((cause) => {
      throw new SealError('FONT_MISSING', `${join(folder, name)} cannot be read: install fonts-noto-cjk.`, cause);
    });
}
