import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Artifact } from '@proofkeep/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ArtifactSink, createSink } from './sink.ts';

let folder: string;
let announced: Artifact[];
let sink: ArtifactSink;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sink-'));
  announced = [];
  sink = createSink(folder, (artifact) => announced.push(artifact));
});

describe('the work folder', () => {
  it('reports size and digests of a file written in chunks', async () => {
    const pieces = ['保全', '网页', 'x'.repeat(100_000)].map((text) => Buffer.from(text));
    const whole = Buffer.concat(pieces);

    const writer = sink.open('text', 'frames/1.txt', 'text/plain');
    for (const piece of pieces) await writer.write(piece);
    const artifact = await writer.close();

    expect(artifact).toEqual({
      kind: 'text',
      path: 'frames/1.txt',
      mediaType: 'text/plain',
      size: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
      sm3: createHash('sm3').update(whole).digest('hex'),
      crc32: crc32(whole),
    });
    expect(readFileSync(join(folder, 'frames/1.txt'))).toEqual(whole);
    expect(announced).toEqual([artifact]);
    expect(sink.artifacts()).toEqual([artifact]);
  });

  it('writes no file twice', async () => {
    await sink.put('dom', 'page.html', 'text/html', Buffer.from('first'));

    await expect(sink.put('dom', 'page.html', 'text/html', Buffer.from('second'))).rejects.toThrow('EEXIST');
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toBe('first');
    expect(sink.artifacts()).toHaveLength(1);
  });

  it('contains only complete artifacts and the report after its end', async () => {
    await sink.put('dom', 'page.html', 'text/html', Buffer.from('whole'));
    const late = sink.open('pdf', 'page.pdf', 'application/pdf');
    await late.write(Buffer.from('%PDF-'));

    sink.end();

    await expect(late.write(Buffer.from('more'))).rejects.toThrow('given up');
    await expect(late.close()).rejects.toThrow('given up');
    await expect(sink.put('text', 'page.txt', 'text/plain', Buffer.from('x'))).rejects.toThrow('too late');
    await sink.put('report', 'report.json', 'application/json', Buffer.from('{}'));
    expect(readdirSync(folder).sort()).toEqual(['page.html', 'report.json']);
  });

  it.each(['../page.html', '/page.html', 'a/../b', 'Page.html', ''])('rejects paths such as “%s”', async (path) => {
    await expect(sink.put('dom', path, 'text/html', Buffer.from('x'))).rejects.toThrow();
    expect(announced).toEqual([]);
  });
});
