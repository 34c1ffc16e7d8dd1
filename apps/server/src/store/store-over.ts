import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PassingDigest } from '@proofkeep/bundle/node';
import { gathered } from './gathering.ts';
import { checkKey, checkPrefix } from './key.ts';
import { clearMarks, retainedUntil, writeMark } from './retention.ts';
import type { Shelf } from './shelf.ts';
import { type ByteRange, type Store, type Stored, StoreError } from './store.ts';

/** Adds the store's rules to a shelf. */
export function storeOver(bare: Shelf, clock: () => Date = () => new Date()): Store {
  const shelf = saying(bare);
  const read = async (key: string, range?: ByteRange): Promise<Readable> => {
    const stream = await shelf.open(checkKey(key), range);
    if (!stream) throw new StoreError('STORE_MISSING', `There is no ${key} in the store.`);
    return stream;
  };
  return {
    async put(key, content, expected) {
      checkKey(key);
      return gathered(shelf.incoming, content, expected, async ({ path, ...stored }) => {
        if (!(await shelf.place(key, { path, ...stored }))) await requireSame(await read(key), key, stored);
        return stored;
      });
    },
    read,
    bytes: async (key) => buffer(await read(key)),
    async list(prefix) {
      const found = await shelf.list(checkPrefix(prefix));
      return found.sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    folders: async (prefix) => (await shelf.folders(checkPrefix(prefix))).sort(),
    async remove(prefix) {
      const until = await retainedUntil(shelf, checkPrefix(prefix));
      if (until && until > clock())
        throw new StoreError('STORE_RETAINED', `${prefix} is retained until ${until.toISOString()}.`);
      await shelf.clear(prefix);
      if (until) await clearMarks(shelf, prefix);
    },
    async retain(prefix, until) {
      const last = await retainedUntil(shelf, checkPrefix(prefix), 'own');
      if (last && last >= until) return;
      // The mark comes last: if it exists, everything is protected; after an interruption all of it is repeated.
      await shelf.protect(prefix, until);
      await writeMark(shelf, prefix, until);
    },
    retainedUntil: (prefix) => retainedUntil(shelf, checkPrefix(prefix), 'own'),
    async probe() {
      const own = `${probes}${randomBytes(12).toString('hex')}/`;
      await shelf.replace(`${own}written`, new Uint8Array(1));
      await shelf.clear(own);
    },
    close: () => shelf.close(),
  };
}

/** No file's key can begin with this. */
const probes = '.probes/';

async function requireSame(there: Readable, key: string, { sha256 }: Stored): Promise<void> {
  const passing = new PassingDigest();
  for await (const chunk of there) passing.update(chunk);
  if (passing.digest().sha256 !== sha256) throw new StoreError('STORE_TAKEN', `${key} holds other content.`);
}

/** Wraps the shelf's errors in a StoreError that names the failed operation. */
function saying(shelf: Shelf): Shelf {
  const describeErrors = async <T>(what: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
      throw new StoreError('STORE_UNAVAILABLE', `The store failed at ${what} (${why}).`, { cause });
    }
  };
  return {
    incoming: shelf.incoming,
    place: (key, file) => describeErrors(`writing ${key}`, shelf.place(key, file)),
    replace: (key, bytes) => describeErrors(`writing ${key}`, shelf.replace(key, bytes)),
    open: (key, range) => describeErrors(`reading ${key}`, shelf.open(key, range)),
    list: (prefix) => describeErrors(`listing ${prefix}`, shelf.list(prefix)),
    folders: (prefix) => describeErrors(`listing ${prefix}`, shelf.folders(prefix)),
    clear: (prefix) => describeErrors(`removing ${prefix}`, shelf.clear(prefix)),
    protect: (prefix, until) => describeErrors(`retaining ${prefix}`, shelf.protect(prefix, until)),
    close: () => shelf.close(),
  };
}
