import { StoreError } from './store.ts';

/** Segments begin with a letter or digit: the store's own files begin with a dot and are out of reach. */
const segment = '[A-Za-z0-9][A-Za-z0-9._-]*';
const keyPattern = new RegExp(`^${segment}(/${segment})*$`);
const prefixPattern = new RegExp(`^(${segment}/)+$`);
/** S3 allows 1024 bytes, including the operator's prefix. */
const maxLength = 700;
/** Longest file name in common file systems. */
const maxSegment = 255;

/** @throws StoreError STORE_KEY_INVALID */
export const checkKey = (key: string): string => checked(key, keyPattern);

/** @throws StoreError STORE_KEY_INVALID */
export const checkPrefix = (prefix: string): string => checked(prefix, prefixPattern);

function checked(path: string, pattern: RegExp): string {
  const isShort = path.length <= maxLength && path.split('/').every((part) => part.length <= maxSegment);
  if (!isShort || !pattern.test(path))
    throw new StoreError('STORE_KEY_INVALID', `${JSON.stringify(path.slice(0, maxSegment))} is no path in a store.`);
  return path;
}
