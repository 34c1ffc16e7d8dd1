import sharp from 'sharp';

// Pictures come from users and from pages: of libvips' readers only those of JPEG, PNG and WebP may see them, from memory.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);

/** The service's only way to decode pictures; callers bound pixels, time and concurrency. */
export { sharp };

/** Whether bytes start as a JPEG does (ITU-T T.81, B.1.1.3: SOI, then the first byte of another marker). */
export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
