import { fileTypeName, imageLimits, type UploadPurpose, uploadPurposes } from '@proofkeep/contract';
import { fileTypeFromBuffer } from 'file-type';
import { limitConcurrency } from '../../kit/concurrency-limit.ts';
import { sharp } from '../../kit/pictures.ts';
import { Refusal, tooLarge } from '../../kit/refusal.ts';

/** Longer than the largest image takes on a busy machine. */
const patienceSeconds = 20;

/** The largest image has 200 MB of pixels; decoding more at once would harm the rest of the service. */
export const inTurn = limitConcurrency(2);

export interface SanitizedFile {
  bytes: Buffer;
  mediaType: string;
  widthPx: number | null;
  heightPx: number | null;
}

/**
 * Checks a file's type by its bytes and re-encodes an image from its pixels, which drops everything else, such as its
 * location or a second file appended to it. Documents stay unchanged. @throws Refusal UPLOAD_TYPE, UPLOAD_BROKEN,
 * UPLOAD_PIXELS, TOO_LARGE
 */
export async function sanitizeUpload(purpose: UploadPurpose, bytes: Buffer): Promise<SanitizedFile> {
  const { types, maxBytes } = uploadPurposes[purpose];
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  if (bytes.length === 0) throw new Refusal('UPLOAD_BROKEN');
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !(types as readonly string[]).includes(found.mime))
    throw new Refusal('UPLOAD_TYPE', { values: { types: types.map(fileTypeName) } });
  if (!found.mime.startsWith('image/')) return { bytes, mediaType: found.mime, widthPx: null, heightPx: null };
  return { mediaType: found.mime, ...(await inTurn(() => redrawn(bytes, found.mime))) };
}

async function redrawn(bytes: Buffer, mediaType: string) {
  await checkPixels(bytes);
  const { sidePx } = imageLimits;
  const image = sharp(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'truncated', pages: 1 })
    .timeout({ seconds: patienceSeconds })
    .autoOrient()
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const written = {
    'image/jpeg': () => image.jpeg({ quality: 90 }),
    'image/png': () => image.png(),
    'image/webp': () => image.webp({ quality: 90 }),
  }[mediaType];
  if (!written) throw new Error(`Nothing writes ${mediaType}.`);
  try {
    const { data, info } = await written().toBuffer({ resolveWithObject: true });
    return { bytes: data, widthPx: info.width, heightPx: info.height };
  } catch {
    throw new Refusal('UPLOAD_BROKEN');
  }
}

/** Largest image that is read for a preview, and how long drawing it may take. */
const previewLimits = { bytes: 64 * 2 ** 20, sidePx: 2_048, seconds: 5 };

/**
 * Decodes an image and re-encodes its pixels for a preview: nothing else of the file reaches the browser. @throws
 * Refusal UPLOAD_BROKEN; UPLOAD_PIXELS if it is too large, by its bytes or by its declared size
 */
export async function drawPreview(sizeBytes: number, read: () => Promise<Buffer>): Promise<Buffer> {
  if (sizeBytes > previewLimits.bytes) throw new Refusal('UPLOAD_PIXELS');
  return inTurn(async () => {
    const bytes = await read();
    await checkPixels(bytes);
    const { sidePx, seconds } = previewLimits;
    return sharp(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'error', pages: 1 })
      .timeout({ seconds })
      .autoOrient()
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 85 })
      .toBuffer()
      .catch(() => {
        throw new Refusal('UPLOAD_BROKEN');
      });
  });
}

/** Checks the size that the header declares, before anything is decoded. */
async function checkPixels(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false, pages: 1 })
    .metadata()
    .catch(() => {
      throw new Refusal('UPLOAD_BROKEN');
    });
  if (width * height > imageLimits.pixels) throw new Refusal('UPLOAD_PIXELS');
}
