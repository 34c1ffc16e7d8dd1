import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  AnchorsFile,
  Contents,
  DeclinedAuthorities,
  DeedStatement,
  FileList,
  JournalEntry,
  Leaf,
  Manifest,
  MatterManifest,
  ProductRecord,
  SegmentLine,
} from '@proofkeep/bundle';
import { CaptureReport, captureSteps } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = (name: string) => readFileSync(join(root, 'docs/formats', name), 'utf8');

/** Names of all members, at whatever depth. */
function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...new Set([...own, ...Object.values(schema).flatMap(membersOf)])];
}

/** The names that a page has nowhere between backticks. */
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
  ])('name every member of %s', (_, name, schema) => {
    expect(unnamed(name, membersOf(z.toJSONSchema(schema)))).toEqual([]);
  });

  it('name every step and every action of a capture', () => {
    const sources = globSync('apps/capture/src/**/*.ts', { cwd: root }).map((path) =>
      readFileSync(join(root, path), 'utf8'),
    );
    const actions = sources.flatMap((text) =>
      [...text.matchAll(/actions\.add\('([^']+)'/g)].map(([, name]) => name as string),
    );
    const steps = /`step`: (.*)\./.exec(page('data.md'))?.[1]?.split(', ');

    expect(actions.length).toBeGreaterThan(10);
    expect(unnamed('data.md', actions)).toEqual([]);
    expect(steps).toEqual([...captureSteps]);
  });
});
