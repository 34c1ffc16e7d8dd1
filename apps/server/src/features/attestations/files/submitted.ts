import type { Manifest } from '@proofkeep/bundle';
import type { PreviewKind, SubmittedFile } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { type Entry, findEntries } from './store.ts';
import { findMediaTypes } from './upload-store.ts';

const redrawn = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** File extensions that suggest text; the preview decides by the content. */
const textEnding =
  /\.(txt|md|log|csv|tsv|json|xml|html?|svg|ya?ml|ini|eml|srt|tex|sql|[cm]?[jt]sx?|css|py|java|c|h|sh)$/i;

/** How a file of this media type is shown. */
export function previewKindOf(mediaType: string, name: string): PreviewKind | null {
  if (redrawn.has(mediaType)) return 'image';
  if (mediaType.startsWith('video/')) return 'video';
  if (mediaType.startsWith('audio/')) return 'audio';
  if (mediaType === 'application/pdf') return 'pdf';
  const isUnknown = mediaType === 'application/octet-stream' || mediaType === 'application/xml';
  return isUnknown && textEnding.test(name) ? 'text' : null;
}

/** Files and digests as shown to the account, in the user's order. */
export async function submittedFiles(
  { db }: Context<'user'>,
  ano: string,
  manifest: Manifest | null,
): Promise<SubmittedFile[]> {
  const sealed = new Map(manifest?.objects.map(({ path, mediaType }) => [path, mediaType]));
  const received = await findMediaTypes(db, ano);
  return (await findEntries(db, ano)).map((entry) => {
    const upload = entry.addedId ?? entry.receivedId;
    const mediaType = sealed.get(entry.path ?? '') ?? (upload === null ? undefined : received.get(upload));
    return submittedOf(entry, mediaType);
  });
}

/** A PDF can be opened only from the bundle, which doesn't contain a file added to a digest. */
const offered = (kind: PreviewKind | null, { path }: Entry): PreviewKind | null =>
  kind === 'pdf' && path === null ? null : kind;

export const submittedOf = (entry: Entry, mediaType: string | undefined): SubmittedFile => ({
  name: entry.name,
  sizeBytes: entry.size,
  modifiedAt: entry.modifiedAt,
  sha256: entry.sha256,
  sm3: entry.sm3,
  path: entry.path,
  addedAt: entry.addedAt?.toISOString() ?? null,
  preview: mediaType === undefined ? null : offered(previewKindOf(mediaType, entry.name), entry),
});
