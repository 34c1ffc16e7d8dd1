/** An event of a recording as shown in the list. */
export interface RecordedEvent {
  n: number;
  atMs: number;
  kind: ShownKind;
  /** Values for the sentence of its kind. */
  detail: string;
}

/** Kinds that the list has sentences for (words.json, `session-events`). */
const shownKinds = [
  'click',
  'tap',
  'scrolled',
  'input-lost',
  'typed',
  'masked',
  'pressed',
  'navigate',
  'page',
  'refused',
  'unreachable',
  'back',
  'forward',
  'reload',
  'stop',
  'zoom',
  'tab-opened',
  'tab-select',
  'tab-closed',
  'dialog',
  'dialog-accepted',
  'dialog-dismissed',
  'download',
  'download-lost',
  'upload',
  'snapshot',
  'snapshot-lost',
  'copy',
  'error',
  'omitted',
  'user-connected',
  'user-away',
  'extended',
  'file-chooser',
  'ended',
] as const;
export type ShownKind = (typeof shownKinds)[number];
const isShown = (kind: string): kind is ShownKind => (shownKinds as readonly string[]).includes(kind);

const mostShown = 3_000;

interface Shown {
  events: RecordedEvent[];
  /** Number of further ones, which would make the page slow. */
  more: number;
}

/**
 * Reads `events.jsonl`: leaves out moves and releases, and shows consecutive keys as the text they produced, and
 * consecutive turns of the wheel as one.
 */
export function shownEvents(lines: string): Shown {
  const shown: RecordedEvent[] = [];
  let more = 0;
  for (const line of lines.split('\n')) {
    const raw = line ? (JSON.parse(line) as Record<string, unknown>) : null;
    const event = raw && eventOf(raw);
    if (!event || !isShown(event.kind)) continue;
    const last = shown.at(-1);
    if (event.kind === 'pressed' && event.detail === 'Backspace' && last?.kind === 'typed' && last.detail !== '')
      last.detail = [...last.detail].slice(0, -1).join('');
    else if (event.kind === 'typed' && last?.kind === 'typed') last.detail += event.detail;
    else if (isRepeated(event.kind) && last?.kind === event.kind) continue;
    else if (shown.length < mostShown) shown.push({ ...event, kind: event.kind });
    else more += 1;
  }
  return { events: shown.filter(({ kind, detail }) => kind !== 'typed' || detail.trim() !== ''), more };
}

/** Shown once for a row of them. */
const isRepeated = (kind: ShownKind): boolean => kind === 'masked' || kind === 'scrolled' || kind === 'input-lost';

function eventOf(raw: Record<string, unknown>): (Omit<RecordedEvent, 'kind'> & { kind: string }) | null {
  const { n, atMs, kind, action, masked } = raw;
  const text = (name: string) => (typeof raw[name] === 'string' ? (raw[name] as string) : '');
  const of = (shown: string, detail = '') => ({ n: Number(n), atMs: Number(atMs), kind: shown, detail });
  switch (kind) {
    case 'mouse':
      return action === 'down' ? of('click', `${raw.x}, ${raw.y}`) : null;
    case 'wheel':
      return of('scrolled');
    case 'touch':
      return action === 'start' ? of('tap') : null;
    case 'key':
      if (action !== 'down') return null;
      if (masked === true) return of('masked');
      return [...text('key')].length === 1 && text('text') !== ''
        ? of('typed', text('text'))
        : of('pressed', text('key'));
    case 'text':
      return masked === true ? of('masked') : of('typed', text('text'));
    case 'go':
      return of(text('to'));
    case 'dialog-answered':
      return of(raw.accept === true ? 'dialog-accepted' : 'dialog-dismissed', text('text'));
    case 'zoom':
      return of('zoom', `${Math.round(Number(raw.factor) * 100)}%`);
    case 'tab-opened':
    case 'tab-select':
    case 'tab-closed':
      return of(kind, String(raw.tab));
    case 'omitted':
      return of('omitted', String(raw.count));
    default:
      return of(String(kind), text('text') || text('name') || text('note') || text('url'));
  }
}
