// Compares calls of the service with a bare Fastify with `pg`, in one run, with few attestations and with many. `node
// bench/api/run.ts [--few 10000] [--many 1000000] [--seconds 8]`
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { newAno } from '@proofkeep/bundle';
import { attestationCalls } from '@proofkeep/contract';
import autocannon, { type Options } from 'autocannon';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { insertAccount } from '../../apps/server/src/features/identity/store.ts';
import { postTransfer } from '../../apps/server/src/features/money/service.ts';
import { beginSession } from '../../apps/server/src/http/sessions.ts';
import { printTable } from '../kit/table.ts';

const { values: options } = parseArgs({
  options: {
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '8' },
  },
});
const duration = Number(options.seconds);
const connections = 16;

const home = await mkdtemp(join(tmpdir(), 'bench-api-'));
const database = await openDatabase({ DATA_DIR: home, DATABASE_URL: undefined });
const holder = await database.transaction(async (db) => {
  const row = { phone: '13900000001', name: 'Bench', passwordHash: '-', language: 'zh' } as const;
  const login = await insertAccount(db, row);
  if (!login) throw new Error('The account is there already.');
  const { token } = await beginSession(db, {
    loginId: login.id,
    address: '127.0.0.1',
    userAgent: 'bench',
    now: new Date(),
  });
  // Enough for every measured submission.
  await postTransfer(db, {
    key: 'bench',
    kind: 'recharge',
    loginId: null,
    subject: 'bench',
    from: { kind: 'funds', provider: 'test' },
    to: { kind: 'balance', accountId: login.accountId },
    cents: 100_000_000_000,
  });
  return { accountId: login.accountId, token };
});

interface Measured {
  perSecond: number;
  p97Ms: number;
}

/** Attestations over the past years; one in ten belongs to another account. */
async function growTo(count: number): Promise<string> {
  await database.pool.query(
    `insert into attestation (ano, account_id, url, name, title, state, rung, created_at, changed_at, failure)
     select 'PK' || lpad(n::text, 18, '0'), $1, 'https://shop-' || n % 977 || '.example/item/' || n, '', 'Item ' || n,
       'failed', 'received', now() - n * interval '1 minute', now() - n * interval '1 minute',
       '{"code":"LOAD_TIMEOUT","said":{"name":"load.redirects","values":{},"text":""}}'
     from generate_series((select count(*) from attestation) + 1, $2) as n`,
    [holder.accountId, count],
  );
  await database.pool.query('vacuum analyze attestation');
  return `PK${'0'.repeat(17)}7`;
}

async function fire(request: Options): Promise<Measured> {
  await autocannon({ ...request, connections, duration: 2 });
  const { requests, latency, non2xx, errors } = await autocannon({ ...request, connections, duration });
  if (non2xx + errors > 0) throw new Error(`${request.url}: ${non2xx} refused, ${errors} failed.`);
  return { perSecond: requests.average, p97Ms: latency.p97_5 };
}

async function measure(count: number): Promise<Record<string, { own: Measured; floor: Measured }>> {
  const ano = await growTo(count);
  const entry = fileURLToPath(new URL('./server.ts', import.meta.url));
  const server = fork(entry, { env: { ...process.env, DATA_DIR: home } });
  const [{ own, floor }] = (await once(server, 'message')) as [{ own: string; floor: string }];
  const headers = { 'x-auth-token': holder.token, 'content-type': 'application/json' };
  const post = (path: string, body: object): Options => {
    return { url: own + path, method: 'POST', headers, body: JSON.stringify(body) };
  };
  try {
    return {
      list: {
        floor: await fire({ url: `${floor}/list/${holder.accountId}` }),
        own: await fire(post(attestationCalls.list.path, {})),
      },
      detail: {
        floor: await fire({ url: `${floor}/detail/${holder.accountId}/${ano}` }),
        own: await fire(post(attestationCalls.info.path, { ano })),
      },
      submit: {
        floor: await fire({
          url: `${floor}/submit`,
          method: 'POST',
          headers,
          setupClient: (client) => {
            const fresh = () => {
              const body = {
                ano: newAno(new Date(), randomBytes(16)),
                url: 'https://a.example/',
                account: holder.accountId,
              };
              client.setBody(JSON.stringify(body));
            };
            fresh();
            client.on('response', fresh);
          },
        }),
        own: await fire(post(attestationCalls.preserveUrls.path, { urls: ['https://a.example/'] })),
      },
    };
  } finally {
    server.disconnect();
    await once(server, 'exit');
  }
}

try {
  const few = await measure(Number(options.few));
  const many = await measure(Number(options.many));
  printTable(
    [
      'call',
      `of the floor at ${options.few}`,
      `at ${options.many}`,
      `p97.5 ms at ${options.few}`,
      `at ${options.many}`,
      'growth',
    ],
    Object.keys(few).map((name) => {
      const [a, b] = [few[name], many[name]] as const;
      if (!a || !b) throw new Error(name);
      const share = ({ own, floor }: { own: Measured; floor: Measured }) =>
        `${own.perSecond.toFixed(0)} / ${floor.perSecond.toFixed(0)} = ${(own.perSecond / floor.perSecond).toFixed(2)}`;
      return [
        name,
        share(a),
        share(b),
        a.own.p97Ms.toFixed(0),
        b.own.p97Ms.toFixed(0),
        (b.own.p97Ms / a.own.p97Ms).toFixed(2),
      ];
    }),
  );
} finally {
  await database.close();
  await rm(home, { recursive: true, force: true });
}
