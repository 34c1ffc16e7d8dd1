/** An event of a recording as the list shows it. */
export interface RecordedEvent {
  n: number;
  atMs: number;
  kind: string;
  detail: string;
  isMasked: boolean;
}

/** Kinds that the list has words for (words.json, `session-result`). */
const shownKinds: ReadonlySet<string> = new Set([
  'click',
  'typed',
  'text',
  'navigate',
  'page',
  'refused',
  'go',
  'tab-opened',
  'tab-select',
  'tab-closed',
  'dialog',
  'dialog-answered',
  'download',
  'snapshot',
  'copy',
  'user-connected',
  'user-away',
  'extended',
  'file-chooser',
  'ended',
]);
const mostShown = 3_000;

/** Reads `events.jsonl`; leaves out moves and releases, and joins what was typed in a row. */
export function shownEvents(lines: string): RecordedEvent[] {
  const shown: RecordedEvent[] = [];
  for (const line of lines.split('\n')) {
    const raw = line ? (JSON.parse(line) as Record<string, unknown>) : null;
    const event = raw && eventOf(raw);
    if (!event || !shownKinds.has(event.kind)) continue;
    const last = shown.at(-1);
    if (event.kind === 'typed' && last?.kind === 'typed' && last.isMasked === event.isMasked)
      last.detail += event.detail;
    else if (shown.length < mostShown) shown.push(event);
  }
  return shown;
}

function eventOf(raw: Record<string, unknown>): RecordedEvent | null {
  const { n, atMs, kind, action, masked } = raw;
  const text = (name: string) => (typeof raw[name] === 'string' ? (raw[name] as string) : '');
  const common = { n: Number(n), atMs: Number(atMs), isMasked: masked === true };
  switch (kind) {
    case 'mouse':
      return action === 'down' ? { ...common, kind: 'click', detail: `${raw.x}, ${raw.y}` } : null;
    case 'touch':
      return action === 'start' ? { ...common, kind: 'click', detail: '' } : null;
    case 'key':
      return action === 'down'
        ? { ...common, kind: 'typed', detail: text('text') === '\r' ? '⏎' : text('text') }
        : null;
    default:
      return {
        ...common,
        kind: String(kind),
        detail: text('text') || text('name') || text('url') || text('note') || text('why'),
      };
  }
}
