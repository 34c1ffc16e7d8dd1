// Measures the duration of a read while many users sign in: `node bench/api/sign-ins.ts`
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { accountCalls } from '@proofkeep/contract';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { hashPassword } from '../../apps/server/src/features/identity/passwords.ts';
import { insertAccount } from '../../apps/server/src/features/identity/store.ts';
import { beginSession } from '../../apps/server/src/http/sessions.ts';
import { median, printTable } from '../kit/table.ts';

const most = 120;
const phones = Array.from({ length: most }, (_, n) => String(13_900_000_000 + n));
const password = 'carry-the-lantern-home';
const quietMs = 3_000;

const home = await mkdtemp(join(tmpdir(), 'bench-sign-ins-'));
const database = await openDatabase({ DATA_DIR: home, DATABASE_URL: undefined });
const passwordHash = await hashPassword(password, 'bench');
const token = await database.transaction(async (db) => {
  const logins = [];
  for (const phone of phones)
    logins.push(await insertAccount(db, { phone, name: 'Bench', passwordHash, language: 'zh' }));
  const [reader] = logins;
  if (!reader) throw new Error('The account is there already.');
  const session = { loginId: reader.id, address: '127.0.0.1', userAgent: 'bench', now: new Date() };
  return (await beginSession(db, session)).token;
});

/** Reads in sequence until `isOver`. @returns the duration of each read in milliseconds */
async function readUntil(isOver: () => boolean, origin: string): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const begun = performance.now();
    const answer = await fetch(origin + accountCalls.accountInfo.path, { headers: { 'x-auth-token': token } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`A read was answered with ${answer.status}.`);
    waits.push(performance.now() - begun);
    await sleep(10);
  }
  return waits;
}

async function signIn(origin: string, phone: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ account: phone, password });
  const answer = await fetch(origin + accountCalls.login.path, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

const entry = fileURLToPath(new URL('./server.ts', import.meta.url));
const server = fork(entry, { env: { ...process.env, DATA_DIR: home } });
try {
  const [{ own }] = (await once(server, 'message')) as [{ own: string }];
  const quietUntil = performance.now() + quietMs;
  const quiet = await readUntil(() => performance.now() > quietUntil, own);
  const row = (name: string, waits: number[], statuses: number[]) => [
    name,
    median(waits).toFixed(0),
    Math.max(...waits).toFixed(0),
    (median(waits) / median(quiet)).toFixed(1),
    String(statuses.filter((status) => status === 200).length),
    String(statuses.filter((status) => status === 503).length),
    String(statuses.filter((status) => status !== 200 && status !== 503).length),
  ];
  const rows = [row('none', quiet, [])];
  for (const count of [40, most]) {
    let isOver = false;
    const signingIn = Promise.all(phones.slice(0, count).map((phone) => signIn(own, phone))).finally(() => {
      isOver = true;
    });
    const waits = await readUntil(() => isOver, own);
    rows.push(row(String(count), waits, await signingIn));
  }
  const header = ['sign-ins at once', 'read, median ms', 'longest ms', 'of none', 'signed in', '503', 'other'];
  printTable(header, rows);
} finally {
  server.disconnect();
  await once(server, 'exit');
  await database.close();
  await rm(home, { recursive: true, force: true });
}
