import { Comparison, comparedLines, type Manifest, paths, readSealed, secondPath } from '@proofkeep/bundle';
import type { AttestationSummary, attestationCalls, InputOf, SecondRecord, ShownComparison } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { recentResults } from '../../../kit/recent-results.ts';
import { Refusal } from '../../../kit/refusal.ts';
import type { Store } from '../../../store/store.ts';
import { type Part, readManifest, requirePart, storedParts } from '../../evidence/service.ts';
import { tilesIn } from '../reading/certified.ts';
import { requireListed } from '../reading/summary.ts';
import { cutLines } from './cut-lines.ts';
import { listPlaces } from './store.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

/** Maximum number of text changes shown, and of lines per change; long lines are cut. The sealed comparison refers to all. */
const most = { changes: 100, lines: 20 };

/** The second record of an attestation, with its start once it is sealed; null if none was requested. */
export function secondOf(
  { second }: Pick<AttestationSummary, 'second'>,
  manifest: Manifest | null,
): SecondRecord | null {
  const sealed = manifest && secondIn(manifest);
  return second && { ...second, startedAt: sealed?.state === 'captured' ? sealed.capture.startedAt : null };
}

const secondIn = (manifest: Manifest) =>
  manifest.kind === 'page' || manifest.kind === 'ecommerce' ? manifest.second : undefined;

/** The sealed comparison, with the texts that it refers to; null without two records. */
export async function comparisonIn(
  store: Store,
  parts: Map<string, Part>,
  manifest: Manifest,
): Promise<ShownComparison | null> {
  if (secondIn(manifest)?.state !== 'captured') return null;
  // Sealed content under a key never changes.
  return recent(requirePart(parts, paths.comparison).key, () => readComparison(store, parts, manifest));
}

/**
 * Without this cache, every view of a public page would read the texts of both records, which may have megabytes. The
 * cached results have at most 32 million characters in total.
 */
const recent = recentResults<ShownComparison | null>(16, (shown) => JSON.stringify(shown).length < 2_000_000);

async function readComparison(
  store: Store,
  parts: Map<string, Part>,
  manifest: Manifest,
): Promise<ShownComparison | null> {
  const second = secondIn(manifest);
  if (second?.state !== 'captured' || (manifest.kind !== 'page' && manifest.kind !== 'ecommerce')) return null;
  const bytes = await store.bytes(requirePart(parts, paths.comparison).key);
  const { text, prices, picture, main } = readSealed(Comparison, bytes, paths.comparison);
  return {
    places: [second.from, second.place],
    startedAt: [manifest.capture.startedAt, second.capture.startedAt],
    text: text && (await textOf(store, parts, text)),
    prices,
    picture: picture && { sizes: picture.sizes, tiles: picture.tiles, changed: picture.changed, boxes: picture.boxes },
    main,
    pictures: [await tilesIn(store, parts), await tilesIn(store, parts, 'second/')],
  };
}

async function textOf(store: Store, parts: Map<string, Part>, text: NonNullable<Comparison['text']>) {
  const linesAt = async (path: string) =>
    comparedLines(Buffer.from(await store.bytes(requirePart(parts, path).key)).toString());
  const path = `${paths.dataFolder}page.txt`;
  const [first, second] = [await linesAt(path), await linesAt(secondPath(path))];
  const changes = text.changes.slice(0, most.changes).map((change): ShownText['changes'][number] => ({
    at: [change.first + 1, change.second + 1],
    lines: cutLines(
      first.slice(change.first, change.first + Math.min(change.removed, most.lines)),
      second.slice(change.second, change.second + Math.min(change.added, most.lines)),
    ),
  }));
  // A part of a string keeps all of it in memory; a copy doesn't.
  return { total: text.changes.length, changes: structuredClone(changes) };
}

type ShownText = NonNullable<ShownComparison['text']>;

/** @throws Refusal NOT_FOUND; STATE_FORBIDS without two records */
export async function comparison({ ano }: InputOf<Calls['comparison']>, context: User): Promise<ShownComparison> {
  const { db, caller, services } = context;
  const parts = await storedParts(services.store, await requireListed(db, scopeOf(caller), ano));
  const manifest = await readManifest(services.store, parts);
  const shown = manifest && (await comparisonIn(services.store, parts, manifest));
  if (!shown) throw new Refusal('STATE_FORBIDS');
  return shown;
}

export const capturePlaces = async (_input: unknown, { db, now }: User) => ({ places: await listPlaces(db, now) });
