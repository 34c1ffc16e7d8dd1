import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkit';
import { SealError } from '../error.ts';
import { fontFiles, fontFolder } from './fonts.ts';

/** The fonts of a document. */
export interface Faces {
  sans: Font;
  bold: Font;
  mono: Font;
}
let opened: Faces | undefined;

/** Reads the fonts once per process: opening the 40 MB collections for each document took half of its drawing time. */
export function openFaces(): Faces {
  if (opened) return opened;
  const regular = readFileSync(join(fontFolder, fontFiles.regular));
  const bold = readFileSync(join(fontFolder, fontFiles.bold));
  opened = {
    sans: face(regular, 'NotoSansCJKsc-Regular'),
    bold: face(bold, 'NotoSansCJKsc-Bold'),
    mono: face(regular, 'NotoSansMonoCJKsc-Regular'),
  };
  return opened;
}

/** @throws SealError `FONT_MISSING` */
function face(collection: Buffer, postscriptName: string): Font {
  const font = create(collection, postscriptName);
  if (!font || !('layout' in font)) throw new SealError('FONT_MISSING', `${postscriptName} is not in its collection.`);
  return font;
}
