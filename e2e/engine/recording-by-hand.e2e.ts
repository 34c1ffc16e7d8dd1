import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canonicalBytes,
  chunkBytes,
  type LiveManifest,
  type RecordingChunk,
  startBytes,
  verificationInstructions,
} from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { chainPem, openAuthority, timestampAuthority } from '@proofkeep/seal';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ano = 'PK2026112300000000000';
const startedAt = new Date(Date.now() - 60_000).toISOString();
let home: string;
let commands: string[];

/** Two chunks of a recording with a timestamp over each, in the files that the commands read. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'recording-by-hand-'));
  const authority = await openAuthority(join(home, 'keys'), () => new Date());
  const timestamps = timestampAuthority(authority.tsa, () => new Date());
  const [video, events] = [randomBytes(5_000), Buffer.from('{"n":0}\n{"n":1}\n')];
  const range = (bytes: Buffer, offset: number, size: number) => ({
    offset,
    size,
    sha256: sha256Hex(bytes.subarray(offset, offset + size)),
  });
  const chunks: RecordingChunk[] = [];
  let previous = sha256Hex(startBytes(ano, startedAt));
  for (const n of [0, 1]) {
    const rest = { n, fromMs: n * 9_000, toMs: (n + 1) * 9_000, frames: 1 };
    const files = { video: range(video, n * 2_500, 2_500), events: range(events, n * 8, 8) };
    const chunk = { ...rest, ...files, previous };
    previous = sha256Hex(chunkBytes(chunk));
    chunks.push({ ...chunk, head: previous });
  }
  const heads = await Promise.all(
    chunks.map(async ({ n, head }) => {
      const token = await timestamps.token(Buffer.from(head, 'hex'));
      return { n, head, token: Buffer.from(token).toString('base64') };
    }),
  );
  const recording = { startedAt, endedAt: startedAt, frames: 2, events: 2, chunks: 2, head: previous };
  const objects = [{ path: 'data/heads.json', size: 0, mediaType: '', sha256: '', sm3: '' }];
  const subject = { requestedUrl: 'http://x/', finalUrl: 'http://x/', title: '' };
  const manifest = { ano, kind: 'live', subject, capture: {}, recording, objects };
  const write = (path: string, content: string | Uint8Array) => writeFileSync(join(home, 'bundle', path), content);
  for (const folder of ['data', 'trust']) mkdirSync(join(home, 'bundle', folder), { recursive: true });
  write('manifest.json', canonicalBytes(manifest));
  write('data/recording.mkv', video);
  write('data/events.jsonl', events);
  write('data/chunks.jsonl', chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join(''));
  write('data/heads.json', canonicalBytes({ v: 1, type: 'proofkeep-heads', ano, heads }));
  write('trust/tsa-chain.pem', chainPem(authority.tsa.chain));
  writeFileSync(join(home, 'root.pem'), authority.roots.join(''));
  const optional = { outsideTokens: 0, collected: null, hasCustody: false };
  const [, text = ''] = verificationInstructions(manifest as unknown as LiveManifest, '', optional).split(
    '-'.repeat(78),
  );
  const all = [...text.matchAll(/^ {6}(\S.*)$/gm)].map(([, command]) => command as string);
  const from = all.findIndex((command) => command.startsWith('chunks()'));
  commands = [...all.filter((command) => command.startsWith('stamped()')), ...all.slice(from, -1)];
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs the commands on a modified copy. @returns the output, and the numbers of the failed commands */
function byHand(tamper: (folder: string) => void = () => {}) {
  const folder = mkdtempSync(join(home, 'copy-'));
  cpSync(join(home, 'bundle'), join(folder, 'bundle'), { recursive: true });
  cpSync(join(home, 'root.pem'), join(folder, 'root.pem'));
  tamper(join(folder, 'bundle'));
  const script = ['exec 2>&1; trap \'echo "failed $LINENO"\' ERR', ...commands, 'exit 0'].join('\n');
  const output = execFileSync('bash', ['-c', script], { cwd: join(folder, 'bundle'), encoding: 'utf8' });
  const failed = [...output.matchAll(/^failed (\d+)$/gm)].map(([, line]) => commands[Number(line) - 2] ?? '');
  return { output, failed };
}

const change = (path: string, edit: (text: string) => string) => (folder: string) =>
  writeFileSync(join(folder, path), edit(readFileSync(join(folder, path), 'latin1')), 'latin1');

it('the commands for a recording pass on an unchanged one and print the time of each timestamp', () => {
  const { output, failed } = byHand();

  expect(failed, output).toEqual([]);
  expect(output.match(/Verification: OK/g)).toHaveLength(2);
});

it.each<[string, (folder: string) => void, RegExp]>([
  ['a changed picture', change('data/recording.mkv', (text) => `${text.slice(0, -1)}?`), /recording\.mkv/],
  ['bytes after the last chunk', change('data/events.jsonl', (text) => `${text}\n`), /events\.jsonl/],
  ['a changed chunk', change('data/chunks.jsonl', (text) => text.replace('"frames":1', '"frames":2')), /^test .*head/],
  ['a chunk less', change('data/chunks.jsonl', (text) => text.slice(0, text.indexOf('\n') + 1)), /^test .*head/],
  [
    'a timestamp over something else',
    change('data/heads.json', (text) =>
      text.replace(/"head":"(.)/, (_all, first) => `"head":"${first === '0' ? '1' : '0'}`),
    ),
    /^: > .*unstamped$/,
  ],
])('the commands for a recording detect %s', (_, tamper, command) => {
  const { output, failed } = byHand(tamper);

  expect(failed, output).toContainEqual(expect.stringMatching(command));
});
