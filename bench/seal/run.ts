// Seals batches from end to end: digest, timestamp token and leaf of each item, the leaves of a batch in one
// transaction, checkpoint committed and published, all proofs received. `node bench/seal/run.ts [items] [batch]
// [batches at once]`
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { checkLog } from '../../apps/server/src/log/check.ts';
import { openLog } from '../../apps/server/src/log/log.ts';
import { canonicalBytes } from '../../libs/bundle/src/index.ts';
import { openAuthority, timestampAuthority } from '../../libs/seal/src/index.ts';

const items = Number(process.argv[2] ?? 10_000);
const batchSize = Number(process.argv[3] ?? 250);
const atOnce = Number(process.argv[4] ?? 4);

const home = await mkdtemp(join(tmpdir(), 'bench-seal-'));
const database = await openDatabase({ DATA_DIR: home, DATABASE_URL: undefined });
const authority = await openAuthority(home);
const timestamps = timestampAuthority(authority.tsa);
const log = await openLog({ database, signer: authority.logSigner, folder: join(home, 'tlog'), heads: null });
const evidence = randomBytes(300);

async function leafOf(key: string): Promise<{ key: string; bytes: Uint8Array }> {
  const manifest = canonicalBytes({ key, sha256: createHash('sha256').update(evidence).digest('hex') });
  const sha256 = createHash('sha256').update(manifest).digest();
  const token = await timestamps.token(sha256);
  const bytes = canonicalBytes({
    ano: key,
    manifestSha256: sha256.toString('hex'),
    manifestSm3: createHash('sm3').update(manifest).digest('hex'),
    tokenSha256: createHash('sha256').update(token).digest('hex'),
  });
  return { key, bytes };
}

/** Time per item from the start of its batch to its proof. */
async function sealBatch(keys: string[]): Promise<number[]> {
  const before = performance.now();
  const leaves = await Promise.all(keys.map(leafOf));
  await database.transaction((client) => log.enqueue(client, ...leaves));
  return Promise.all(
    keys.map(async (key) => {
      await log.logged(key);
      return performance.now() - before;
    }),
  );
}

async function run(name: string, count: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const keys = Array.from({ length: Math.min(batchSize, count - next) }, () => `${name}${next++}`);
      times.push(...(await sealBatch(keys)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return times.sort((a, b) => a - b);
}

await run('warm-', 1000);
const before = performance.now();
const times = await run('item-', items);
const seconds = (performance.now() - before) / 1000;
const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(0)} ms`;
console.log(
  `${items} items, ${atOnce} batches of ${batchSize} at once: ${(items / seconds).toFixed(0)} sealed a second`,
);
console.log(`proof in hand: median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(0.99999)}`);
const report = await checkLog(database, { vkey: authority.logSigner.vkey, folder: join(home, 'tlog'), heads: null });
console.log(`log: ${report.entries} entries, ${report.checkpoints} checkpoints, ${report.problems.length} problems`);
await log.close();
await database.close();
await rm(home, { recursive: true, force: true });
