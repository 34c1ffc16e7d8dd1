import type { ArtifactSink } from '../record/sink.ts';

/** Entries of one kind that are kept one by one; of a flood only the number is. */
const keptPerKind = 50;

export interface Action {
  /** Own clock. */
  at: string;
  action: string;
  detail: Record<string, unknown>;
}

/** What the capture did to the page, and what the page did that a person would have seen: dialogs, windows, downloads. */
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

  /** One JSON value a line; kinds that overflowed end with a line that says how often they came. */
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
