import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const site = fileURLToPath(new URL('../apps/web/src', import.meta.url));
const areas = ['app', 'console', 'desk', 'phone', 'public'];

/**
 * Owner of a file of the site: `desk/invoices`; the frame of an area (`console`, including what its features share in
 * `console/ui`); or `ui`, whose rules apply everywhere.
 */
function ownerOf(path: string): string {
  const [area = '', folder = '', file] = path.split('/');
  if (!areas.includes(area)) return 'ui';
  return file && folder !== 'ui' && ['console', 'desk', 'public'].includes(area) ? `${area}/${folder}` : area;
}

/** `invoices` for `desk/invoices`, `console-invoices` for `console/invoices`; the frame of the desk is its shell. */
function prefixOf(owner: string): string {
  if (owner === 'app') return 'shell';
  return owner.startsWith('console/') ? owner.replace('/', '-') : (owner.split('/').at(-1) as string);
}

const isOwn = (name: string, owner: string) => name === prefixOf(owner) || name.startsWith(`${prefixOf(owner)}-`);

/** Owners whose classes a file may use: its own, the frame of its area, and ui. */
const inReach = (owner: string) => [owner, owner.split('/')[0] as string, 'ui'];

interface Selector {
  path: string;
  owner: string;
  text: string;
  classes: string[];
}

/** Parts of a selector list; commas inside `:is(…)` and `:not(…)` don't separate. */
const partsOf = (list: string) => list.split(/,(?![^(]*\))/).map((part) => part.trim().replace(/\s+/g, ' '));

const classesOf = (selector: string) =>
  [...selector.matchAll(/\.([a-z_][\w-]*)/gi)]
    .map(([, name]) => name as string)
    .filter((name) => !name.startsWith('ant'));

const read = (pattern: string) =>
  globSync(pattern, { cwd: site })
    .filter((path) => !/\.test\./.test(path))
    .map((path) => ({ path, owner: ownerOf(path), text: readFileSync(join(site, path), 'utf8') }));

const sheets = read('**/*.css').map((sheet) => ({
  ...sheet,
  text: sheet.text.replace(/\/\*[^]*?\*\//g, '').replace(/"[^"]*"/g, '""'),
}));

const selectors: Selector[] = sheets.flatMap(({ path, owner, text }) =>
  [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, head]) => (head as string).trim())
    .filter((head) => !/^(@|from$|to$|\d+%$)/.test(head))
    .flatMap(partsOf)
    .map((part) => ({ path, owner, text: part, classes: classesOf(part) })),
);

/** The classes used by a component: the strings of its `className` attributes, including conditional ones. */
function namesIn(text: string): string[] {
  const names: string[] = [];
  for (const found of text.matchAll(/\b\w*[cC]lassName(?:=|: )(?:(["'])([^"']*)\1|\{)/g)) {
    if (found[2] !== undefined) {
      names.push(found[2]);
      continue;
    }
    const start = found.index + found[0].length;
    let end = start;
    for (let depth = 1; depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    const strings = [...text.slice(start, end - 1).matchAll(/'([^']*)'|"([^"]*)"/g)];
    names.push(...strings.map(([, single, double]) => (single ?? double) as string));
    const templates = [...text.slice(start, end - 1).matchAll(/`([^`]*)`/g)];
    names.push(...templates.map(([, template]) => (template as string).replace(/\$\{[^}]*\}/g, ' ')));
  }
  return names.flatMap((words) => words.split(/\s+/)).filter(Boolean);
}

const uses = read('**/*.tsx').map(({ path, owner, text }) => ({ path, owner, names: new Set(namesIn(text)) }));

/** A class of ui is defined wherever a stylesheet of ui mentions it; a feature defines the classes with its prefix. */
const definitions = new Map<string, Set<string>>();
for (const { owner, classes } of selectors)
  for (const name of classes.filter((one) => owner === 'ui' || isOwn(one, owner)))
    definitions.set(owner, (definitions.get(owner) ?? new Set()).add(name));

const isDefined = (name: string, owner: string) => inReach(owner).some((one) => definitions.get(one)?.has(name));

describe('styles of the site', () => {
  it('reads stylesheets and components', () => {
    expect(selectors.length).toBeGreaterThan(500);
    expect(uses.filter(({ names }) => names.size > 0).length).toBeGreaterThan(100);
    expect(
      namesIn(`<p className="a b" /> <i className={x ? 'c' : "d"} rootClassName={\`e \${x ? 'f' : ''}\`} />`),
    ).toEqual(['a', 'b', 'c', 'd', 'f', 'e']);
  });

  it('keeps every rule of a feature below a class with its prefix', () => {
    const wrong = selectors.filter(({ owner, classes }) => owner !== 'ui' && !classes.some((one) => isOwn(one, owner)));

    expect(wrong.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  it('lets a rule of a feature name only classes in its reach, and a rule of ui only those of ui', () => {
    const prefixes = [...new Set([...sheets, ...uses].map(({ owner }) => owner))].filter((owner) => owner !== 'ui');
    const isForeign = ({ owner, classes }: Selector) =>
      owner === 'ui'
        ? classes.some((name) => prefixes.some((other) => isOwn(name, other)))
        : classes.some((name) => !isDefined(name, owner));

    expect(selectors.filter(isForeign).map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  it('defines every class in the folder that uses it, in the frame of its area or in ui', () => {
    const wrong = uses.flatMap(({ path, owner, names }) =>
      [...names].filter((name) => !isDefined(name, owner)).map((name) => `${path}: ${name}`),
    );

    expect(wrong).toEqual([]);
  });

  it('styles a class of a feature by itself in one sheet, because all sheets are one and would mix', () => {
    const sheetsOf = new Map<string, Set<string>>();
    for (const { path, owner, text, classes } of selectors) {
      const [name = ''] = classes;
      const isAlone = /^[a-z]*\.[\w-]+$/.test(text);
      // The frame of an area has its own name, which features of the area extend.
      if (owner === 'ui' || !isAlone || name === prefixOf(owner)) continue;
      sheetsOf.set(name, (sheetsOf.get(name) ?? new Set()).add(path));
    }

    expect(sheetsOf.size).toBeGreaterThan(500);
    expect([...sheetsOf].filter(([, paths]) => paths.size > 1)).toEqual([]);
  });

  it('has no unused class', () => {
    const dead = [...definitions].flatMap(([owner, names]) =>
      [...names]
        .filter((name) => !uses.some((use) => inReach(use.owner).includes(owner) && use.names.has(name)))
        .map((name) => `${owner}: ${name}`),
    );

    expect(dead).toEqual([]);
  });

  it('names animations after their feature', () => {
    const wrong = sheets.flatMap(({ path, owner, text }) =>
      [...text.matchAll(/@keyframes ([\w-]+)/g)]
        .filter(([, name]) => owner !== 'ui' && !isOwn(name as string, owner))
        .map(([, name]) => `${path}: ${name}`),
    );

    expect(wrong).toEqual([]);
  });
});

describe('phone pages', () => {
  it("set font sizes in rem, so that they follow the reader's setting", () => {
    const fixed = sheets
      .filter(({ path }) => path.startsWith('phone/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:font-size|line-height): [\d.]+px/g)].map(([rule]) => `${path}: ${rule}`),
      );

    expect(fixed).toEqual([]);
  });
});

describe('forms of the site', () => {
  it('take the length limits of texts from the contract', () => {
    const literal = /\bmaxLength(?:=\{|: )\d/;
    const wrong = read('**/*.{ts,tsx}').filter(({ text }) => literal.test(text));

    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
