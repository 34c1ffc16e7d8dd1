/** `JPEG`, `WebP`: the name of a file type for people. */
export const fileTypeName = (mediaType: string): string =>
  mediaType === 'image/webp' ? 'WebP' : mediaType.replace(/^.*\//, '').toUpperCase();
