import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { type Database, openDatabase } from './database.ts';

let dataDir: string;
let database: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'db-'));
  database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
});

afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  await database.withClient((client) =>
    client.query('drop table if exists note; create table note (text text unique)'),
  );
});

const write = (text: string) => (client: Client) => client.query('insert into note values ($1)', [text]);
const notes = () =>
  database.withClient(async (client) => (await client.query('select text from note')).rows.map((row) => row.text));

describe('a transaction', () => {
  it('commits when its work returns and rolls back when it throws', async () => {
    await database.transaction(write('kept'));
    const failing = database.transaction(async (client) => {
      await write('lost')(client);
      throw new Error('on second thoughts');
    });

    await expect(failing).rejects.toThrow('on second thoughts');
    expect(await notes()).toEqual(['kept']);
  });

  it('is not reported as committed if its work continued after an error', async () => {
    const failing = database.transaction(async (client) => {
      await write('once')(client);
      await write('once')(client).catch(() => {});
    });

    await expect(failing).rejects.toThrow('was rolled back');
    expect(await notes()).toEqual([]);
  });
});

describe('the schema', () => {
  it('is migrated once by concurrent processes', async () => {
    const open = () => openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
    const others = await Promise.all([open(), open()]);

    const applied = await database.withClient((client) => client.query('select name from migration order by name'));
    expect(applied.rows[0]).toEqual({ name: '0001_base' });
    await Promise.all(others.map((other) => other.close()));
  });

  it('is refused if it belongs to a newer release', async () => {
    const name = '9999_from_the_future.sql';
    await database.withClient((client) => client.query(`insert into migration (name, sha256) values ($1, '')`, [name]));

    await expect(openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined })).rejects.toThrow(name);
    await database.withClient((client) => client.query('delete from migration where name = $1', [name]));
  });
});

describe('DATABASE_URL', () => {
  it('replaces the embedded server', async () => {
    const socketFolder = encodeURIComponent(join(dataDir, 'postgres', 'run'));
    const url = `postgresql://proofkeep@${socketFolder}/postgres`;
    const other = await openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: url });

    await other.transaction(write('through the address'));
    await other.close();
    expect(await notes()).toEqual(['through the address']);
  });

  it('fails at once if it is unreachable', async () => {
    const opening = openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    await expect(opening).rejects.toMatchObject({ name: 'DatabaseAway', cause: { code: 'ECONNREFUSED' } });
  });

  it('fails, without ending the process, if the server disappears just as it becomes ready', async () => {
    // PostgreSQL 18 documentation, §54.7: AuthenticationOk, ReadyForQuery, ErrorResponse.
    const message = (type: string, body: Buffer) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + body.length);
      return Buffer.concat([Buffer.from(type), length, body]);
    };
    const fields = 'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0';
    const packets = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I')), message('E', Buffer.from(fields))];
    const server = createServer((socket) => socket.once('data', () => socket.end(Buffer.concat(packets))));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;

    const opening = openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: `postgresql://nobody@127.0.0.1:${port}/none` });
    await expect(opening).rejects.toThrow();
    server.close();
  });
});
