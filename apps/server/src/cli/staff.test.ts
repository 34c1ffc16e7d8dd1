import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { staffCalls as calls, consoleCalls, peopleCalls } from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { makeCurrentDatabase } from '../testing/database.ts';
import { useService } from '../testing/service.ts';

const command = fileURLToPath(new URL('../../bin/proofkeep.mjs', import.meta.url));
let databaseUrl: string;
const service = useService({
  async database() {
    const made = await makeCurrentDatabase();
    databaseUrl = made.url;
    const database = await openDatabase({ DATA_DIR: '/nowhere', DATABASE_URL: made.url });
    const close = async () => {
      await database.close();
      await made.drop();
    };
    return { ...database, close };
  },
});
const { ask, given } = service;

interface Ran {
  code: unknown;
  stdout: string;
  stderr: string;
}

const staff = (args: string[], where: Record<string, string> = { DATABASE_URL: databaseUrl }): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, LANG: 'en_US.UTF-8', DATA_DIR: '/nowhere', ...where };
    execFile(process.execPath, [command, 'staff', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });

const passwordIn = ({ stdout }: Ran) => /One-time password .*: (\S+)$/m.exec(stdout)?.[1] ?? '';
const next = async (userName: string, password: string) =>
  (await ask(consoleCalls.staffLogin, { userName, password })).data;

describe('proofkeep staff, while the service runs', () => {
  it('adds the first operator, who chooses a password and an authenticator and then works in the console', async () => {
    const added = await staff(['add', 'Zhao.Min', '--name', '赵敏']);
    const password = passwordIn(added);

    const first = await next('zhao.min', password);
    const { secret } = (await ask(consoleCalls.staffEnrol, { ticket: first.ticket })).data;
    const counter = Math.floor(service.now.getTime() / 30_000);
    const code = HOTP.generate({ secret: Secret.fromBase32(secret), counter });
    const confirm = (chosen?: string) =>
      ask(consoleCalls.staffEnrolled, { ticket: first.ticket, code, ...(chosen ? { password: chosen } : {}) });
    const unchanged = await confirm();
    const { token } = (await confirm('a-lantern-of-my-own')).data;

    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(first).toMatchObject({ next: 'enrol', mustChangePassword: true });
    expect(unchanged.refused).toBe('INPUT_INVALID');
    const { list } = (await ask(calls.listStaff, {}, { as: token ?? '' })).data;
    expect(list).toMatchObject([{ userName: 'zhao.min', name: '赵敏', role: 'operator', oneTimeUntil: null }]);
    const trail = await ask(peopleCalls.readTrail, { event: 'staff.created' }, { as: token ?? '' });
    expect(trail.data.list).toMatchObject([
      { by: null, subject: { userName: 'zhao.min', role: 'operator', osUser: expect.stringMatching(/./) } },
    ]);
  });

  it('changes nothing when repeated, and refuses to give an existing name another role', async () => {
    const password = passwordIn(await staff(['add', 'repeated', '--name', 'Ann', '--role', 'notary']));

    const again = await staff(['add', 'repeated', '--name', 'Ann', '--role', 'notary']);
    const other = await staff(['add', 'repeated', '--name', 'Ann', '--role', 'operator']);

    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Already exists; nothing was changed/) });
    expect(other).toMatchObject({ code: 1, stderr: 'proofkeep: This username is taken. Choose another.\n' });
    expect(await next('repeated', password)).toMatchObject({ next: 'enrol' });
  });

  it('gives a new password, which voids the old one', async () => {
    const old = passwordIn(await staff(['add', 'forgetful', '--name', 'Bo', '--role', 'notary']));

    const fresh = passwordIn(await staff(['reset', 'forgetful']));

    expect((await ask(consoleCalls.staffLogin, { userName: 'forgetful', password: old })).refused).toBe(
      'CREDENTIALS_INVALID',
    );
    expect(await next('forgetful', fresh)).toMatchObject({ next: 'enrol', mustChangePassword: true });
    expect(await staff(['reset', 'nobody-here'])).toMatchObject({ code: 1, stderr: 'proofkeep: Not found.\n' });
  });

  it('ends sessions of a disabled member at once, enables them again, and keeps the last operator', async () => {
    const notary = await given.staff('notary');
    const { rows } = await service.database.pool.query<{ userName: string }>(
      // A user name begins with a letter; the name of a test's staff member may not.
      `update staff set user_name = 'n' || user_name where id = $1 returning user_name as "userName"`,
      [notary.staffId],
    );
    const userName = rows[0]?.userName ?? '';

    expect(await staff(['disable', userName])).toMatchObject({ code: 0 });
    expect((await ask(consoleCalls.staffMe, {}, { as: notary.token })).refused).toBe('SESSION_INVALID');
    expect((await staff(['list'])).stdout).toMatch(new RegExp(`^${userName} .*  disabled`, 'm'));
    expect(await staff(['enable', userName])).toMatchObject({ code: 0 });
    await service.database.pool.query('delete from staff_session where staff_id in (select id from staff)');
    await service.database.pool.query("update staff set disabled_at = now() where role = 'operator'");
    await staff(['add', 'the.last', '--name', 'Last']);
    expect(await staff(['disable', 'the.last'])).toMatchObject({
      code: 1,
      stderr: 'proofkeep: At least one operator must remain able to sign in. Add another one first.\n',
    });
  });

  it('rejects a wrong line before it opens the database', async () => {
    const nowhere = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
    for (const args of [
      [],
      ['add'],
      ['add', 'no-name'],
      ['add', '1st', '--name', 'x'],
      ['add', 'fine', '--name', 'x', '--role', 'king'],
      ['reset', 'one', 'two'],
      ['list', 'all'],
    ])
      expect(await staff(args, nowhere)).toMatchObject({ code: 2, stderr: expect.stringContaining('staff list') });
  });
});

describe('proofkeep staff, with the embedded database', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'staff-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('adds a member before the first start of the service', async () => {
    const where = { DATA_DIR: dataDir };

    expect(await staff(['list'], where)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No staff yet/) });
    expect(passwordIn(await staff(['add', 'first', '--name', 'First'], where))).toHaveLength(16);
    expect((await staff(['list', '--json'], where)).stdout).toContain('"userName":"first"');
  });
});
