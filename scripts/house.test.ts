import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const scope = '@proofkeep/';

interface Source {
  path: string;
  package: string;
  isTest: boolean;
  imports: string[];
}

const packageOf = (path: string) => path.split('/').slice(0, 2).join('/');
const nameOf = (packagePath: string) => `${scope}${packagePath.split('/')[1]}`;

const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root }).map((found) => {
    const path = found.split(sep).join('/');
    const text = readFileSync(join(root, path), 'utf8');
    const statements = /^(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
    const imports = [...text.matchAll(statements)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
    return { path, package: packageOf(path), isTest: /\.(test|e2e)\.tsx?$|\/testing\//.test(path), imports };
  });

const sources = read('{apps,libs}/*/src/**/*.{ts,tsx}');
/** Programs around the product, which nothing imports. */
const programs = [...read('{bench,e2e,scripts}/**/*.ts'), ...read('apps/web/build/**/*.ts')];

const ours = (source: Source) => source.imports.filter((name) => name.startsWith(scope));
const product = sources.filter((source) => !source.isTest && source.package !== 'libs/fakes');

/** The repository's files imported by a source, including type imports. */
const filesOf = ({ path, imports }: Source) =>
  imports
    .filter((name) => name.startsWith('.'))
    .map((name) =>
      normalize(join(dirname(path), name))
        .split(sep)
        .join('/'),
    );

/** Groups of files with circular imports (Tarjan's strongly connected components). */
function circles(all: readonly Source[]): string[][] {
  const next = new Map(all.map((source) => [source.path, filesOf(source)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): number => {
    order.set(path, order.size);
    lowest.set(path, order.get(path) as number);
    stack.push(path);
    for (const target of next.get(path) ?? []) {
      if (!next.has(target)) continue;
      if (!order.has(target)) lowest.set(path, Math.min(lowest.get(path) as number, visit(target)));
      else if (stack.includes(target))
        lowest.set(path, Math.min(lowest.get(path) as number, order.get(target) as number));
    }
    if (lowest.get(path) === order.get(path)) {
      const circle = stack.splice(stack.indexOf(path));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest.get(path) as number;
  };
  for (const path of next.keys()) if (!order.has(path)) visit(path);
  return found;
}

/** `desk/invoices` for `apps/web/src/desk/invoices/list.tsx`; null for files outside the features. */
function siteFeature(path: string): string | null {
  const [area, room, file] = path.replace('apps/web/src/', '').split('/');
  const isInArea = ['desk', 'console', 'public', 'phone'].includes(area ?? '');
  return isInArea && file && room !== 'ui' ? `${area}/${room}` : null;
}

/**
 * The features of the server, lowest layer first. A feature imports only features before it in this list, and only
 * their `service.ts`; code shared by two features moves to a lower layer.
 */
const layers = [
  'dictionary',
  'addresses',
  'behavior',
  'identity',
  'staff',
  'messages',
  'reports',
  'announcements',
  'money',
  'uploads',
  'orders',
  'bank-transfers',
  'certification',
  'recovery',
  'sign-in',
  'account',
  'members',
  'evidence',
  'exports',
  'closing',
  'attestations',
  'netcourt',
  'proof',
  'enforcer',
  'notarization',
  'phone-signing',
  'video-rooms',
  'court-applications',
  'deeds',
  'people',
  'chain',
  'verification',
  'cost-center',
  'invoices',
  'home',
  'console',
];

const featureFolder = 'apps/server/src/features/';
const featureOf = (path: string) =>
  path.startsWith(featureFolder) ? path.slice(featureFolder.length).split('/')[0] : undefined;

/** Imports from one feature of the server to another. */
const crossings = product.flatMap((source) => {
  const from = featureOf(source.path);
  if (from === undefined) return [];
  return filesOf(source).flatMap((target) => {
    const to = featureOf(target);
    return to === undefined || to === from ? [] : [{ path: source.path, from, target, to }];
  });
});
const shown = (all: typeof crossings) => all.map(({ path, target }) => `${path} → ${target}`);

describe('the architecture', () => {
  it('finds the sources', () => {
    expect(new Set(product.map((source) => source.package)).size).toBeGreaterThanOrEqual(8);
  });

  it('lets no library and no app import an app', () => {
    const apps = new Set(['@proofkeep/server', '@proofkeep/capture', '@proofkeep/web']);
    const wrong = sources.filter((source) =>
      ours(source).some((name) => apps.has(name) && name !== nameOf(source.package)),
    );

    expect(wrong.map((source) => source.path)).toEqual([]);
  });

  it('keeps relative imports inside their package', () => {
    const wrong = sources.flatMap((source) =>
      source.imports
        .filter((name) => name.startsWith('.'))
        .map((name) =>
          packageOf(
            relative(root, join(root, dirname(source.path), name))
              .split(sep)
              .join('/'),
          ),
        )
        .filter((target) => target !== source.package)
        .map((target) => `${source.path} → ${target}`),
    );

    expect(wrong).toEqual([]);
  });

  it('keeps the verifier free of sealing code, and the fakes out of the product', () => {
    const wrong = product.filter((source) => {
      const imports = ours(source);
      const checks = ['libs/verify', 'libs/pki', 'libs/tlog', 'libs/bundle'].includes(source.package);
      return (checks && imports.includes(`${scope}seal`)) || imports.includes(`${scope}fakes`);
    });

    expect(wrong.map((source) => source.path)).toEqual([]);
  });

  it('lets pki and tlog depend on nothing', () => {
    const wrong = product
      .filter((source) => source.package === 'libs/pki' || source.package === 'libs/tlog')
      .filter((source) => source.imports.some((name) => !name.startsWith('.')));

    expect(wrong.map((source) => source.path)).toEqual([]);
  });

  it('keeps features of the site apart: shared code is in ui, and app combines them', () => {
    const site = product.filter((source) => source.package === 'apps/web' && !source.path.includes('/src/app/'));
    const wrong = site.flatMap((source) =>
      filesOf(source)
        .filter((target) => siteFeature(target) !== null && siteFeature(target) !== siteFeature(source.path))
        .map((target) => `${source.path} → ${target}`),
    );

    expect(wrong).toEqual([]);
  });

  it('shows no text of a program on the site: the sentence about an error comes from toApiError', () => {
    const raw =
      /\b(?:error|cause|reason|exception)\.(?:message|stack)\b|\bas Error\)\.|\bString\((?:error|cause|reason|exception)\)/;
    const wrong = product.filter(
      ({ path, package: of }) => of === 'apps/web' && raw.test(readFileSync(join(root, path), 'utf8')),
    );

    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('marks reads of the site as stale only by the table of api/refresh.ts', () => {
    const marking = product.filter(
      ({ path, package: of }) =>
        of === 'apps/web' && readFileSync(join(root, path), 'utf8').includes('invalidateQueries'),
    );

    expect(marking.map(({ path }) => path)).toEqual(['apps/web/src/api/refresh.ts']);
  });

  it('has no import cycle between files, including type imports', () => {
    expect(circles([...sources, ...programs])).toEqual([]);
  });

  it('lists every feature of the server in its layers', () => {
    const features = new Set(product.map(({ path }) => featureOf(path)).filter((name) => name !== undefined));

    expect([...features].sort()).toEqual([...layers].sort());
  });

  it('lets features of the server import only features below them', () => {
    const upwards = crossings.filter(({ from, to }) => layers.indexOf(to) > layers.indexOf(from));

    expect(shown(upwards)).toEqual([]);
  });

  it('draws the layers in docs/ARCHITECTURE.md as the features import each other', () => {
    const rowOf = (feature: string): number =>
      1 + Math.max(-1, ...crossings.filter(({ from }) => from === feature).map(({ to }) => rowOf(to)));
    const rows = Object.groupBy([...layers].sort(), rowOf);
    const drawing = Object.values(rows)
      .reverse()
      .map((row) => row?.join('  '))
      .join('\n');

    expect(readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8')).toContain(`\n\`\`\`\n${drawing}\n`);
  });

  it('lets features of the server import only the service.ts of another', () => {
    const inner = crossings.filter(({ target, to }) => target !== `${featureFolder}${to}/service.ts`);

    expect(shown(inner)).toEqual([]);
  });

  it('keeps the foundations of the server free of its features', () => {
    const foundations = ['kit', 'providers', 'database', 'store', 'jobs', 'log', 'http', 'replay', 'capture'];
    const wrong = product.flatMap((source) =>
      foundations.some((folder) => source.path.startsWith(`apps/server/src/${folder}/`))
        ? filesOf(source)
            .filter((target) => featureOf(target) !== undefined)
            .map((target) => `${source.path} → ${target}`)
        : [],
    );

    expect(wrong).toEqual([]);
  });

  it('lets the service decode pictures only with the readers that kit/pictures.ts allows', () => {
    const decoders = product.filter(({ imports }) => imports.includes('sharp')).map(({ path }) => path);

    expect(decoders).toEqual(['apps/server/src/kit/pictures.ts']);
  });

  it('has a doc comment on every export of a library', () => {
    const declaration =
      /^(\/\*\*(?:(?!\*\/)[^])*\*\/\n)?export (?:async )?(?:const|function\*?|type|interface|class) (\w+)/gm;
    const libraries = sources.filter(({ path, isTest }) => path.startsWith('libs/') && !isTest);
    const names = libraries.flatMap(({ path }) => {
      const found = [...readFileSync(join(root, path), 'utf8').matchAll(declaration)];
      // A schema and its type share a name and a comment.
      const documented = new Set(found.filter(([, comment]) => comment).map(([, , name]) => name));
      return found.map(([, , name = '']) => ({ where: `${path}: ${name}`, hasDoc: documented.has(name) }));
    });

    expect(new Set(libraries.map((source) => source.package)).size).toBe(9);
    expect(names.length).toBeGreaterThan(2_000);
    expect(names.filter(({ hasDoc }) => !hasDoc).map(({ where }) => where)).toEqual([]);
  });

  it('declares every package that a source imports in the nearest manifest', () => {
    const rootManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const undeclared = sources.flatMap((source) => {
      const manifest = JSON.parse(readFileSync(join(root, source.package, 'package.json'), 'utf8'));
      const allowed = new Set([
        ...Object.keys(manifest.dependencies ?? {}),
        manifest.name,
        ...(source.isTest || source.package === 'libs/fakes' ? Object.keys(rootManifest.devDependencies) : []),
      ]);
      return source.imports
        .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
        .map((name) =>
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        )
        .filter((name) => !allowed.has(name) && !(source.isTest && name.startsWith(scope)))
        .map((name) => `${source.path}: ${name}`);
    });

    expect(undeclared).toEqual([]);
  });
});
