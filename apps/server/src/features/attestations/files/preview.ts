import { buffer } from 'node:stream/consumers';
import { paths } from '@proofkeep/bundle';
import type { attestationCalls, Bytes, InputOf } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { openGrant } from '../../../replay/grants.ts';
import type { Store } from '../../../store/store.ts';
import { type Part, storedParts } from '../../evidence/service.ts';
import { drawPreview } from '../../uploads/service.ts';
import type { ListedRow } from '../reading/store.ts';
import { requireListed } from '../reading/summary.ts';
import { mediaTypeIn } from './media-type.ts';
import { contentKey } from './receive.ts';
import { findEntries } from './store.ts';
import { previewKindOf } from './submitted.ts';
import { textIn } from './text.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

/** The number of bytes of a text that are shown. */
const textBytes = 256 * 1024;

/**
 * Shows a file so that nothing in it runs: an image is decoded and drawn again, a text is sent as plain text whatever
 * it contains, sound and video go to the browser's player. The media type comes from the content, and browsers may not
 * guess another. Everything else, such as office documents and archives, is not opened at all. @throws Refusal
 * NOT_FOUND, PREVIEW_NONE, UPLOAD_BROKEN, UPLOAD_PIXELS
 */
export async function filePreview({ id, n }: InputOf<Calls['filePreview']>, context: User): Promise<Bytes> {
  const { store } = context.services;
  const { key, sizeBytes, name, sha256 } = await requireFile(context, id, n);
  const mediaType = await mediaTypeIn(store, key, sizeBytes);
  // The content decides whether it is text, not the name.
  const kind = previewKindOf(mediaType, name) ?? previewKindOf(mediaType, 'a.txt');
  if (kind === 'image') {
    const body = await drawPreview(sizeBytes, async () => buffer(await store.read(key)));
    return { body, mediaType: 'image/webp', sizeBytes: body.length, isFixed: true };
  }
  if (kind === 'video' || kind === 'audio')
    return {
      mediaType,
      isFixed: true,
      ranged: { sizeBytes, etag: `"${sha256}"`, read: (range) => store.read(key, range) },
    };
  if (kind !== 'text') throw new Refusal('PREVIEW_NONE');
  const text = sizeBytes === 0 ? '' : textIn(await beginningOf(store, key, sizeBytes), sizeBytes > textBytes);
  if (text === undefined) throw new Refusal('PREVIEW_NONE');
  return { body: text, mediaType: 'text/plain; charset=utf-8', isFixed: true };
}

const beginningOf = async (store: Store, key: string, sizeBytes: number): Promise<Buffer> =>
  buffer(await store.read(key, { start: 0, end: Math.min(sizeBytes, textBytes) - 1 }));

/**
 * Opens a PDF of the bundle at the replay origin, which is another site: browsers' PDF viewers don't work in a sandbox.
 * @throws Refusal NOT_FOUND, PREVIEW_NONE
 */
export async function openPdf({ ano, n }: InputOf<Calls['openPdf']>, context: User) {
  const { db, caller, now, services } = context;
  const { row, key, sizeBytes, path } = await requireFile(context, ano, n);
  const isPdf = (await mediaTypeIn(services.store, key, sizeBytes)) === 'application/pdf';
  if (!isPdf || path === null || row.fence === null || !services.replay) throw new Refusal('PREVIEW_NONE');
  const shown = { ano, fence: row.fence, record: 'first' } as const;
  const { id, expiresAt } = await openGrant(db, { ...shown, tokenSha256: caller.tokenSha256, now });
  const address = services.replay.pdfAddressOf({ id, ...shown }, path.slice(paths.dataFolder.length));
  return { address, expiresAt: expiresAt.toISOString() };
}

/** Loads file `n` from the bundle, or from the upload if there is no bundle yet or the file was added to a digest. */
async function requireFile(context: User, ano: string, n: number) {
  const { db, caller, services } = context;
  const row: ListedRow = await requireListed(db, scopeOf(caller), ano);
  const entry = (await findEntries(db, ano))[n - 1];
  if (!entry) throw new Refusal('NOT_FOUND');
  const sealed: Part | undefined = (await storedParts(services.store, row)).get(entry.path ?? '');
  const { name, sha256, path } = entry;
  if (sealed) return { row, name, sha256, path, key: sealed.key, sizeBytes: sealed.sizeBytes };
  const upload = entry.addedId ?? entry.receivedId;
  const key = upload === null ? null : contentKey(row.kind, upload);
  const [found] = key === null ? [] : await services.store.list(key.slice(0, key.lastIndexOf('/') + 1));
  if (key === null || !found) throw new Refusal('PREVIEW_NONE');
  return { row, name, sha256, path: null, key, sizeBytes: found.size };
}
