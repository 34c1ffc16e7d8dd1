import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
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

const sources: Source[] = globSync('{apps,libs}/*/src/**/*.{ts,tsx}', { cwd: root }).map((found) => {
  const path = found.split(sep).join('/');
  const text = readFileSync(join(root, path), 'utf8');
  const statements = /^(?:import|export)\b[^'";]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
  const imports = [...text.matchAll(statements)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return { path, package: packageOf(path), isTest: /\.(test|e2e)\.tsx?$|\/testing\//.test(path), imports };
});

const ours = (source: Source) => source.imports.filter((name) => name.startsWith(scope));
const product = sources.filter((source) => !source.isTest && source.package !== 'libs/fakes');

describe('the house', () => {
  it('has sources to look at', () => {
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

  it('keeps what checks free of what seals, and the fakes out of the product', () => {
    const wrong = product.filter((source) => {
      const imports = ours(source);
      const checks = ['libs/verify', 'libs/pki', 'libs/ledger', 'libs/bundle'].includes(source.package);
      return (checks && imports.includes(`${scope}seal`)) || imports.includes(`${scope}fakes`);
    });

    expect(wrong.map((source) => source.path)).toEqual([]);
  });

  it('lets pki and ledger depend on nothing', () => {
    const wrong = product
      .filter((source) => source.package === 'libs/pki' || source.package === 'libs/ledger')
      .filter((source) => source.imports.some((name) => !name.startsWith('.')));

    expect(wrong.map((source) => source.path)).toEqual([]);
  });

  it('declares every package that a source imports in the manifest beside it', () => {
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
