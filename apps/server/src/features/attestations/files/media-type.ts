import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import type { Store } from '../../../store/store.ts';

/** The number of bytes that `file-type` needs to detect any type. */
export const headBytes = 4_100;

/** Detected from the content only: a name proves nothing. */
export async function mediaTypeOf(head: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? 'application/octet-stream';
}

export async function mediaTypeIn(store: Store, key: string, sizeBytes: number): Promise<string> {
  if (sizeBytes === 0) return mediaTypeOf(new Uint8Array());
  return mediaTypeOf(await buffer(await store.read(key, { start: 0, end: Math.min(sizeBytes, headBytes) - 1 })));
}
