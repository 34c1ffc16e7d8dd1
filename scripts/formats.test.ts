import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  AcceptDetail,
  AnchorsFile,
  CertificateData,
  ClockRecord,
  ConsentWords,
  Contents,
  CustodyRecord,
  currenciesIn,
  DeclinedAuthorities,
  DeedLeaf,
  DeedStatement,
  FileList,
  HandwritingStrokes,
  HeadLeaf,
  HeadProofs,
  IssueDetail,
  JournalEntry,
  Leaf,
  Manifest,
  MatterHeadLeaf,
  MatterManifest,
  OutsideRevocation,
  ProductRecord,
  productFields,
  RecordingChunk,
  RecordingHeads,
  SegmentLine,
  SignDetail,
  StructuredData,
} from '@proofkeep/bundle';
import { alterationKinds, CaptureReport, captureSteps, NetcourtForm } from '@proofkeep/contract';
import { checks } from '@proofkeep/verify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const page = (name: string) => read(join('docs/formats', name));

/** Names of all properties at any depth. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...new Set([...own, ...Object.values(schema).flatMap(membersOf)])];
}

/** The names that a page never mentions between backticks. */
function unnamed(name: string, members: string[]): string[] {
  const named = new Set([...page(name).matchAll(/`([^`]+)`/g)].map(([, code]) => code));
  return members.filter((member) => !named.has(member));
}

describe('the pages on formats', () => {
  it.each([
    ['manifest.json', 'bundle.md', Manifest],
    ['leaf.json', 'bundle.md', Leaf],
    ['contents.json', 'bundle.md', Contents],
    ['refusals.json', 'bundle.md', DeclinedAuthorities],
    ['anchors.json', 'bundle.md', AnchorsFile],
    ['matter.json', 'matter.md', MatterManifest],
    ['deed.json', 'matter.md', DeedStatement],
    ['journal.jsonl', 'matter.md', JournalEntry],
    ['files.json', 'data.md', FileList],
    ['segments.jsonl', 'device.md', SegmentLine],
    ['report.json', 'data.md', CaptureReport],
    ['product.json', 'product.md', ProductRecord],
    ['structured.json', 'product.md', StructuredData],
    ['evidence.json', 'bundle.md', CertificateData],
    ['revocation.json', 'bundle.md', OutsideRevocation],
    ['custody.json', 'bundle.md', CustodyRecord],
    ['proof/heads.json', 'bundle.md', HeadProofs],
    ['data/heads.json', 'data.md', RecordingHeads],
    ['the entry of a head in the log', 'data.md', HeadLeaf],
    ['chunks.jsonl', 'data.md', RecordingChunk],
    ['clock.json', 'data.md', ClockRecord],
    ['accept', 'matter.md', AcceptDetail],
    ['documents-signed', 'matter.md', SignDetail],
    ['issue', 'matter.md', IssueDetail],
    ['strokes', 'matter.md', HandwritingStrokes],
    ['words of consent', 'matter.md', ConsentWords],
  ])('name every field of %s', (_, name, schema) => {
    expect(unnamed(name, membersOf(z.toJSONSchema(schema)))).toEqual([]);
  });

  it('name every field of netcourt.json except those of the manifest, and every field of a product', () => {
    const { applicant: _applicant, operator: _operator, ...own } = NetcourtForm.shape;

    expect(unnamed('netcourt.md', membersOf(z.toJSONSchema(z.strictObject(own))))).toEqual([]);
    expect(productFields.filter((name) => !page('product.md').includes(name))).toEqual([]);
  });

  it('state for every check what it checks and whether it is required', () => {
    const table = /\| check \| required \|\n([\s\S]*?)\n\n/.exec(page('bundle.md'))?.[1] ?? '';
    const explained = ['bundle', 'matter', 'data', 'device', 'product'].map((name) => page(`${name}.md`)).join();

    expect(checks.filter((check) => !new RegExp(`[ ,|]${check}[ ,;|]`).test(table))).toEqual([]);
    expect(checks.filter((check) => !explained.includes(`**${check}**`))).toEqual([]);
  });

  it('list the currencies that a symbol may stand for, in order', () => {
    const list = /^CN¥ CNY;[^.]*/m.exec(page('product.md'))?.[0].split(/;\s+/) ?? [];
    const listed = list.map((entry) => entry.split(/\s+/));
    const source = readFileSync(join(root, 'libs/bundle/src/product-value.ts'), 'utf8');
    const table = /const symbols[\s\S]*?\n\];/.exec(source)?.[0] ?? '';

    expect(listed.map(([symbol]) => symbol)).toEqual(
      [...table.matchAll(/^ {2}\['([^']+)'/gm)].map(([, symbol]) => symbol),
    );
    for (const [symbol = '', ...codes] of listed) expect([symbol, ...currenciesIn(symbol)]).toEqual([symbol, ...codes]);
  });

  it('name every type of entry in the log, and no other', () => {
    const leaves = [DeedLeaf, HeadLeaf, Leaf, MatterHeadLeaf].map(({ shape }) => shape.type.value);
    const sources = globSync('libs/bundle/src/*.ts', { cwd: root }).map((path) => read(path));
    const declared = sources.flatMap((text) => [...text.matchAll(/^export const \w*Leaf = z\./gm)]);

    expect(declared).toHaveLength(leaves.length);
    expect([...new Set(page('log.md').match(/proofkeep-[a-z-]+/g))].sort()).toEqual(leaves.sort());
  });

  it('name every kind of event in the custody record', () => {
    const source = read('apps/server/src/features/attestations/custody.ts');
    const [, type = ''] = /^ {2}event:([\s\S]*?);$/m.exec(source) ?? [];
    const kinds = [...type.matchAll(/`([a-z]+\.)\$\{/g)].map(([, prefix]) => `${prefix}…`);
    const single = [...type.matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, name = '']) => name);

    expect(kinds.length).toBeGreaterThan(2);
    expect(unnamed('bundle.md', [...kinds, ...single])).toEqual([]);
  });

  it('list the alterations made by a capture, and mark those that only older reports have', () => {
    const [, list = ''] =
      /`kind` of an alteration, a closed list: ([\s\S]*?)\.\sA report may/.exec(page('data.md')) ?? [];
    const source = read('apps/capture/src/alterations.ts');
    const unwritten = alterationKinds.filter((kind) => !source.includes(`'${kind}'`));

    expect(alterationKinds.filter((kind) => !new RegExp(`(^|\\s)${kind}\\s\\(`).test(list))).toEqual([]);
    expect(unwritten).toEqual([...list.matchAll(/([a-z-]+)\s\(of older/g)].map(([, kind]) => kind));
  });

  it('state the version of WACZ that a capture writes', () => {
    const [, version] = /wacz_version: '([\d.]+)'/.exec(read('libs/bundle/src/wacz.ts')) ?? [];

    expect(page('data.md')).toContain(`WACZ ${version} `);
  });

  it('name every field of the scrolling record', () => {
    const [row = ''] = /^\| `scroll` .*$/m.exec(page('data.md')) ?? [];
    const [, way = ''] = /interface Way \{([\s\S]*?)\n\}/.exec(read('apps/capture/src/steps/scroll.ts')) ?? [];
    const [, area = ''] =
      /interface AreaWay \{([\s\S]*?)\n\}/.exec(read('apps/capture/src/steps/scroll-area.ts')) ?? [];
    const [, called = ''] =
      /actions\.add\('scroll', \{([\s\S]*?)\n {4}\}\)/.exec(read('apps/capture/src/steps/scroll.ts')) ?? [];
    const members = [way, area, called].flatMap((text) =>
      [...text.matchAll(/^ +(?:\.\.\.\(area && \{ )?(\w+)[:,]/gm)].map(([, name = '']) => name),
    );

    expect(members).toEqual(expect.arrayContaining(['reachedPx', 'area', 'quietMs']));
    expect(members.filter((name) => name !== 'restless' && !row.includes(`\`${name}\``))).toEqual([]);
  });

  it('name every step and action of a capture, and mark the actions that only older captures have', () => {
    const sources = globSync('apps/capture/src/**/*.ts', { cwd: root }).map((path) => read(path));
    const actions = sources.flatMap((text) =>
      [...text.matchAll(/actions\.add\('([^']+)'/g)].map(([, name]) => name as string),
    );
    const steps = /`step`: (.*)\./.exec(page('data.md'))?.[1]?.split(', ');

    expect(actions.length).toBeGreaterThan(10);
    const rows = [
      ...page('data.md')
        .replace(/[\s\S]*## `actions.jsonl`/, '')
        .matchAll(/^\| `(?!action`)([a-z-]+)` +\| (of older)?/gm),
    ];
    const older = rows.filter(([, , mark]) => mark).map(([, action]) => action);
    expect(older).toEqual(['file-chooser']);
    expect([...actions, ...older, 'repeated'].sort()).toEqual(rows.map(([, action]) => action).sort());
    expect(steps).toEqual([...captureSteps]);
  });
});
