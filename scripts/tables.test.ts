import { globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const server = fileURLToPath(new URL('../apps/server/src/', import.meta.url));

/** Stores of infrastructure, each of which writes its own tables. */
const infrastructureStores = new Set([
  'database/migrate.ts',
  'http/audit.ts',
  'http/idempotency.ts',
  'http/party-sessions.ts',
  'http/session-clock.ts',
  'http/sessions.ts',
  'http/staff-sessions.ts',
  'log/head-place.ts',
  'providers/mail.ts',
  'providers/text-messages.ts',
  'replay/grants.ts',
]);
/** Modules that may read tables of all areas, for operators only. */
const readers = new Set(['http/health.ts', 'http/metrics-numbers.ts', 'http/outbox.ts']);
const isStore = (path: string) => /(^|[/-])store\.ts$/.test(path) || infrastructureStores.has(path);

interface Source {
  /** Relative to `apps/server/src/`. */
  path: string;
  texts: string[];
  /** Tables whose state is written by `transition`, with a life cycle from this file. */
  governed: string[];
}

/** The texts of all string and template literals; `$` stands for an inserted value. */
function textsOf(path: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, value, quasis } = node as {
      type?: string;
      value?: unknown;
      quasis?: { value: { cooked: string } }[];
    };
    if (type === 'Literal' && typeof value === 'string') found.push(value);
    if (quasis) found.push(quasis.map((quasi) => quasi.value.cooked).join('$'));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path, code).program.body);
  return found;
}

/** Tables written by an SQL text; `update` counts only before `set`, unlike in `for update of`. */
function tablesWritten(text: string): string[] {
  const verbs = /\b(insert into|delete from|merge into|truncate(?: table)?|update)\s+(?:only\s+)?([a-z_]+)\b/g;
  return [...text.matchAll(verbs)].flatMap(({ 0: whole, 1: verb, 2: table = '', index }) => {
    const isWrite = verb !== 'update' || /^\s+((as\s+)?\w+\s+)?set\b/.test(text.slice(index + whole.length));
    return isWrite ? [table] : [];
  });
}

const base = globSync('database/schema/*.sql', { cwd: server })
  .sort()
  .map((name) => readFileSync(join(server, name), 'utf8'))
  .join('\n');
const tables = [...base.matchAll(/^create table (\w+)/gm)].map((match) => match[1] ?? '');
/** Beginnings of statements; prose may begin alike, so a statement also names a table or view of the database. */
const start =
  /^\s*(select\b|with \w+ (\([^)]*\) )?as (not )?(materialized )?\(|insert into \w|update \S+ .*\bset\b|delete from \w|merge into \w|truncate \w)/s;
const relations = [...base.matchAll(/^create (?:table|view) (\w+)/gm)].map((match) => match[1]);
const named = new RegExp(`\\b(from|join|into|update|using|truncate)\\s+(only\\s+)?(${relations.join('|')})\\b`);
const isStatement = (text: string): boolean => start.test(text) && named.test(text);
/** Calls a function of the database, as in `select pg_notify($1, $2)`. */
const isCall = (text: string): boolean => /^\s*select \w+\(/.test(text);

/** Functions of the database that write, except trigger functions. */
const functions = base
  .split(/^(?=create )/m)
  .filter((part) => tablesWritten(part).length > 0)
  .flatMap((part) => /^create function (\w+)/.exec(part)?.[1] ?? []);

const sources: Source[] = globSync('**/*.ts', { cwd: server })
  .map((found) => found.split(sep).join('/'))
  .filter((path) => !/\.test\.ts$|(^|\/)testing\//.test(path))
  .sort()
  .map((path) => {
    const code = readFileSync(join(server, path), 'utf8');
    const governed = [...code.matchAll(/^ {2}relation: '(\w+)'/gm)].map((match) => match[1] ?? '');
    return { path, texts: textsOf(path, code), governed };
  });

/** Files with an SQL text that writes a table, by table. */
const writersOf = new Map<string, string[]>(tables.map((table) => [table, []]));
for (const { path, texts } of sources)
  for (const table of new Set(texts.flatMap(tablesWritten))) writersOf.get(table)?.push(path);

const filesThat = (isMatch: (text: string) => boolean) =>
  sources.filter(({ texts }) => texts.some(isMatch)).map(({ path }) => path);

describe('the tables', () => {
  it('are each written by one store', () => {
    const wrong = [...writersOf]
      .filter(([, files]) => files.length > 1 || !files.every(isStore))
      .map(([table, files]) => `${table}: ${files.join(', ')}`);

    expect(wrong).toEqual([]);
  });

  it('have their life cycle beside their store', () => {
    const writers = (table: string) => (writersOf.get(table) ?? []).map(dirname);
    const wrong = sources.flatMap(({ path, governed }) =>
      governed.filter((table) => !writers(table).includes(dirname(path))).map((table) => `${path}: ${table}`),
    );

    expect(wrong).toEqual([]);
    expect(sources.flatMap(({ governed }) => governed).length).toBeGreaterThan(5);
  });

  it('are written by functions that one store calls', () => {
    const wrong = functions
      .map((name) => [name, filesThat((text) => new RegExp(`\\b${name}\\(`).test(text))] as const)
      .filter(([, files]) => files.length > 1 || !files.every(isStore))
      .map(([name, files]) => `${name}: ${files.join(', ')}`);

    expect(wrong).toEqual([]);
  });

  it('are queried and changed only by stores', () => {
    const wrong = filesThat(isStatement).filter((path) => !isStore(path) && !readers.has(path));

    expect(wrong).toEqual([]);
  });

  it('notify listeners and lock by functions of the database only in the stores of features', () => {
    const callers = filesThat(isCall).filter((path) => path.startsWith('features/'));

    expect(callers.length).toBeGreaterThan(2);
    expect(callers.filter((path) => !isStore(path))).toEqual([]);
  });
});

describe('the check of the tables', () => {
  it('finds tables and functions, and a writer of nearly every table', () => {
    const unwritten = tables.filter((table) => writersOf.get(table)?.length === 0);

    // One is written by a library, the other by `post_transfer`.
    expect(unwritten.sort()).toEqual(['ledger_transfer', 'rate_limit']);
    expect(functions).toContain('post_transfer');
  });

  it.each([
    ['insert into login (name) values ($1)', ['login']],
    ['update login l set name = $1', ['login']],
    ['with gone as (delete from session returning id) update login as l set name = $1', ['session', 'login']],
    ['merge into login using session on true', ['login']],
    ['truncate login', ['login']],
    ['select id from login for update of login', []],
    ['insert into login (id) values ($1) on conflict (id) do update set name = $2', ['login']],
  ])('reads what "%s" writes', (text, written) => {
    expect([isStatement(text), tablesWritten(text)]).toEqual([true, written]);
  });

  it.each([
    'select pg_notify($1, $2)',
    'update the page and set a name',
    'with a page as (a picture)',
    'taken from account',
  ])('recognizes that "%s" is no statement', (text) => {
    expect(isStatement(text)).toBe(false);
  });

  it('reads string and template literals of a source, but not its comments', () => {
    const code = "const a: string = 'one'; // 'no'\nconst b = (c: number) => `two ${c} ${`three`}`;";

    expect(textsOf('x.ts', code).sort()).toEqual(['one', 'three', 'two $ $']);
  });
});
