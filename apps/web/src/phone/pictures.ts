/**
 * Longest side of a picture that is sent: small print on a card stays readable, and slow networks need only seconds.
 */
const sidePx = 1_600;
const quality = 0.85;

/**
 * Scales a picture down before it is sent. One that the browser can't decode is sent unchanged: the service says what
 * is wrong.
 */
export async function shrinkPicture(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    return blob ? new File([blob], 'picture.jpg', { type: 'image/jpeg' }) : file;
  } catch {
    return file;
  }
}
