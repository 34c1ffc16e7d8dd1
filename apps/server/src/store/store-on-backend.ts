import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PassingDigest } from '@proofkeep/bundle/node';
import type { Backend } from './backend.ts';
import { digestInThreads } from './digest-threads.ts';
import { openDrafts } from './drafts.ts';
import { checkKey, checkPrefix } from './key.ts';
import { clearMarks, retainedUntil, writeMark } from './retention.ts';
import { type ByteRange, type Store, type Stored, StoreError, type TemporaryFile } from './store.ts';
import { withTemporaryFile } from './temporary-file.ts';

/** Adds the store's rules to a backend. */
export function storeOnBackend(bare: Backend, clock: () => Date = () => new Date()): Store {
  const backend = withDescribedErrors(bare);
  const read = async (key: string, range?: ByteRange): Promise<Readable> => {
    const stream = await backend.open(checkKey(key), range);
    if (!stream) throw missing(key);
    return stream;
  };
  const drafts = openDrafts(backend.drafts);
  const adopt = async (key: string, file: TemporaryFile): Promise<void> => {
    if (!(await backend.place(checkKey(key), file))) await requireSame(await read(key), key, file);
  };
  const put: Store['put'] = (key, content, expected) =>
    withTemporaryFile(backend.incoming, content, expected, async ({ path, ...stored }) => {
      await adopt(key, { path, ...stored });
      return stored;
    });
  return {
    async put(key, content, expected) {
      checkKey(key);
      return put(key, content, expected);
    },
    adopt,
    async duplicate(from, to, expected) {
      const linked = await backend.link?.(checkKey(from), checkKey(to));
      if (linked === 'missing') throw missing(from);
      if (linked === 'taken') await requireSame(await read(to), to, expected);
      if (!linked) await put(to, await read(from), expected);
    },
    async digest(key) {
      const path = backend.pathOf?.(checkKey(key));
      if (path === undefined) return digestOf(await read(key));
      return digestInThreads(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? missing(key) : error;
      });
    },
    largestBytes: backend.largestBytes,
    drafts,
    read,
    bytes: async (key) => buffer(await read(key)),
    async list(prefix) {
      const found = await backend.list(checkPrefix(prefix));
      return found.sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    folders: async (prefix) => (await backend.folders(checkPrefix(prefix))).sort(),
    async remove(prefix) {
      const until = await retainedUntil(backend, checkPrefix(prefix));
      if (until && until > clock())
        throw new StoreError('STORE_RETAINED', `${prefix} is retained until ${until.toISOString()}.`);
      await backend.clear(prefix);
      if (until) await clearMarks(backend, prefix);
    },
    async retain(prefix, until) {
      const last = await retainedUntil(backend, checkPrefix(prefix), 'own');
      if (last && last >= until) return;
      // The mark comes last: if it exists, everything is protected; after an interruption all of it is repeated.
      await backend.protect(prefix, until);
      await writeMark(backend, prefix, until);
    },
    retainedUntil: (prefix) => retainedUntil(backend, checkPrefix(prefix), 'own'),
    async probe() {
      const own = `${probes}${randomBytes(12).toString('hex')}/`;
      await backend.replace(`${own}written`, new Uint8Array(1));
      await backend.clear(own);
    },
    removeUnfinished: async (before) => backend.removeUnfinished?.(before),
    close() {
      drafts.close();
      backend.close();
    },
  };
}

const missing = (key: string) => new StoreError('STORE_MISSING', `There is no ${key} in the store.`);

type Link = NonNullable<Backend['link']>;

/** No file's key can begin with this. */
const probes = '.probes/';

async function requireSame(there: Readable, key: string, { sha256 }: Pick<Stored, 'sha256'>): Promise<void> {
  if ((await digestOf(there)).sha256 !== sha256) throw new StoreError('STORE_TAKEN', `${key} holds other content.`);
}

async function digestOf(content: Readable): Promise<Stored> {
  const passing = new PassingDigest();
  for await (const chunk of content) passing.update(chunk);
  return passing.digest();
}

/** Wraps the backend's errors in a StoreError that names the failed operation. */
function withDescribedErrors(backend: Backend): Backend {
  const describeErrors = async <T>(what: string, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (cause) {
      const why = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
      throw new StoreError('STORE_UNAVAILABLE', `The store failed at ${what} (${why}).`, { cause });
    }
  };
  return {
    incoming: backend.incoming,
    drafts: backend.drafts,
    largestBytes: backend.largestBytes,
    ...(backend.pathOf ? { pathOf: backend.pathOf } : {}),
    ...(backend.link ? { link: (from, to) => describeErrors(`writing ${to}`, (backend.link as Link)(from, to)) } : {}),
    place: (key, file) => describeErrors(`writing ${key}`, backend.place(key, file)),
    replace: (key, bytes) => describeErrors(`writing ${key}`, backend.replace(key, bytes)),
    open: (key, range) => describeErrors(`reading ${key}`, backend.open(key, range)),
    list: (prefix) => describeErrors(`listing ${prefix}`, backend.list(prefix)),
    folders: (prefix) => describeErrors(`listing ${prefix}`, backend.folders(prefix)),
    clear: (prefix) => describeErrors(`removing ${prefix}`, backend.clear(prefix)),
    protect: (prefix, until) => describeErrors(`retaining ${prefix}`, backend.protect(prefix, until)),
    removeUnfinished: (before) =>
      describeErrors('removing parts', backend.removeUnfinished?.(before) ?? Promise.resolve()),
    close: () => backend.close(),
  };
}
