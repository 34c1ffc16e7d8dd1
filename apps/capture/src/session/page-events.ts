import type { LiveEventKind } from '@proofkeep/contract';
import type { Recording } from './recording.ts';

/** Events of one kind that a page may cause at once, per second, and in the whole session. */
const burst = 50;
const perSecond = 5;
const mostOfKind = 5_000;
/** Maximum length of a page's text in an event. */
const textLength = 2_048;

interface Bucket {
  tokens: number;
  countedAtMs: number;
  recorded: number;
  omitted: number;
}

/**
 * Records events caused by pages, limited in number and size: an event `omitted` says how many of a kind are missing.
 */
export class PageEvents {
  readonly #recording: Pick<Recording, 'event' | 'atMs'>;
  readonly #buckets = new Map<string, Bucket>();

  constructor(recording: Pick<Recording, 'event' | 'atMs'>) {
    this.#recording = recording;
  }

  /** @returns when it was recorded; null if it was omitted */
  add(kind: LiveEventKind, detail: Record<string, unknown> = {}): number | null {
    const now = this.#recording.atMs();
    const bucket = this.#bucketOf(kind, now);
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.countedAtMs) / 1000) * perSecond);
    bucket.countedAtMs = now;
    if (bucket.tokens < 1 || bucket.recorded >= mostOfKind) {
      bucket.omitted += 1;
      return null;
    }
    this.#record(kind, bucket);
    bucket.tokens -= 1;
    bucket.recorded += 1;
    return this.#recording.event(kind, shortened(detail));
  }

  /** Records how many events of each kind were omitted since the last record. */
  end(): void {
    for (const [kind, bucket] of this.#buckets) this.#record(kind, bucket);
  }

  #bucketOf(kind: string, now: number): Bucket {
    const known = this.#buckets.get(kind);
    if (known) return known;
    const bucket = { tokens: burst, countedAtMs: now, recorded: 0, omitted: 0 };
    this.#buckets.set(kind, bucket);
    return bucket;
  }

  #record(kind: string, bucket: Bucket): void {
    if (bucket.omitted > 0) this.#recording.event('omitted', { of: kind, count: bucket.omitted });
    bucket.omitted = 0;
  }
}

/** Truncates long texts and says so. */
function shortened(detail: Record<string, unknown>): Record<string, unknown> {
  const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > textLength;
  if (!Object.values(detail).some(isLong)) return detail;
  const cut = Object.entries(detail).map(([name, value]) => [name, isLong(value) ? value.slice(0, textLength) : value]);
  return { ...(Object.fromEntries(cut) as Record<string, unknown>), cut: true };
}
