import type { ArtifactSink } from '../record/sink.ts';

/** Maximum number of entries per kind; above it only the count is kept. */
const keptPerKind = 50;

export interface Action {
  /** Node's clock. */
  at: string;
  action: string;
  detail: Record<string, unknown>;
}

/**
 * Records what the capture did to the page, and what the page did that a person would have seen: dialogs, windows,
 * downloads.
 */
export class ActionLog {
  readonly #entries: Action[] = [];
  readonly #counts = new Map<string, number>();

  add(action: string, detail: Record<string, unknown> = {}): void {
    const count = (this.#counts.get(action) ?? 0) + 1;
    this.#counts.set(action, count);
    if (count <= keptPerKind) this.#entries.push({ at: new Date().toISOString(), action, detail });
  }

  count(action: string): number {
    return this.#counts.get(action) ?? 0;
  }

  /** Writes one JSON value per line; kinds above the limit end with a line that states their count. */
  async write(sink: ArtifactSink): Promise<void> {
    const overflow = [...this.#counts].filter(([, count]) => count > keptPerKind);
    const at = new Date().toISOString();
    const lines: Action[] = [
      ...this.#entries,
      ...overflow.map(([action, times]) => ({ at, action: 'repeated', detail: { action, times } })),
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await sink.put('actions', 'actions.jsonl', 'application/x-ndjson', Buffer.from(text));
  }
}
