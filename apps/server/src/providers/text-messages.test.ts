import { randomBytes } from 'node:crypto';
import { type AliyunSms, startAliyunSms } from '@proofkeep/fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { type Jobs, openJobs } from '../jobs/jobs.ts';
import { openVault } from '../kit/vault.ts';
import { readConfig } from '../read-config.ts';
import { openTestDatabase } from '../testing/database.ts';
import { templates } from './text-bodies.ts';
import { goodForMs, type TextMessage } from './text-messages.ts';
import { signed } from './text-messages-acs3.ts';
import { aliyunTexts } from './text-messages-aliyun.ts';
import { textCarrierOf } from './text-messages-open.ts';
import { deliverText, outcomeUnknownMs, queuedTextMessages, type TextDeliveryDeps } from './text-messages-queue.ts';

let database: Database;
let jobs: Jobs;
let provider: AliyunSms;
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = await openJobs(database, { onError: () => {} });
});
afterAll(async () => {
  await jobs.close();
  await database.close();
});

const vault = openVault(randomBytes(32));
const texts = queuedTextMessages({ vault, jobs: () => jobs });
let problems: { code: string }[];
let now: Date;
beforeEach(async () => {
  provider = await startAliyunSms();
  problems = [];
  now = new Date();
  return () => provider.close();
});

const carrierOf = (o: { keySecret?: string; timeoutMs?: number } = {}) =>
  aliyunTexts({
    endpoint: provider.url,
    keyId: provider.keyId,
    keySecret: o.keySecret ?? provider.keySecret,
    templateOf: (template) => ({ code: `SMS_${template}`, signName: '存真 (测试)' }),
    clock: () => now,
    timeoutMs: o.timeoutMs ?? 500,
  });
const deliver = (id: string, carrier: TextDeliveryDeps['carrier'] = carrierOf()) =>
  deliverText({ database, vault, carrier, clock: () => now, onRefused: (one) => void problems.push(one) }, id);
const later = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const code: TextMessage = {
  phone: '13900000001',
  template: 'code-login',
  values: { code: '428611', minutes: '10' },
  language: 'zh',
};

async function given(message = code): Promise<string> {
  await database.transaction((db) => texts.send(db, message));
  const { rows } = await database.pool.query<{ id: string }>('select id from text_message order by id desc limit 1');
  return rows[0]?.id ?? '';
}

async function rowOf(id: string) {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select state, refusal, provider_id as "providerId", body, encrypted_values as "encrypted" from text_message where id = $1`,
    [id],
  );
  return rows[0];
}

describe('a request to Alibaba Cloud', () => {
  it('matches the signature of the documentation’s example', () => {
    const query = { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' };
    const host = 'ecs.cn-shanghai.aliyuncs.com';
    const { headers } = signed(
      { host, action: 'RunInstances', version: '2014-05-26', query },
      {
        keyId: 'YourAccessKeyId',
        keySecret: 'YourAccessKeySecret',
        at: new Date('2023-10-26T10:22:32Z'),
        nonce: '3156853299f313e23d1673dc12e1703d',
      },
    );

    expect(headers.authorization).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;' +
        'x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });
});

describe('a text message', () => {
  it('is sent with its template, and its content is deleted afterwards', async () => {
    const id = await given();
    expect(JSON.stringify(await rowOf(id))).not.toContain('428611');

    await deliver(id);

    const [taken] = provider.taken;
    expect(taken).toMatchObject({
      phone: code.phone,
      values: code.values,
      template: 'SMS_code-login',
      outId: id,
    });
    expect(taken?.signName).toBe('存真 (测试)');
    expect(await rowOf(id)).toEqual({
      state: 'sent',
      refusal: null,
      providerId: taken?.bizId,
      body: null,
      encrypted: null,
    });
  });

  it('is dropped if its transaction is rolled back', async () => {
    const count = async () =>
      (await database.pool.query('select from job.job where name = $1', ['send-text-message'])).rowCount;
    const before = await count();

    await expect(
      database.transaction(async (db) => {
        await texts.send(db, code);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');

    expect(await count()).toBe(before);
  });

  it('is sent by the job that its transaction enqueued', async () => {
    const id = await given();
    const working = await openJobs(database, {
      handlers: { 'send-text-message': ({ id: asked }: { id: string }) => deliver(asked) } as never,
      onError: () => {},
    });

    await expect.poll(async () => (await rowOf(id))?.state, { timeout: 20_000 }).toBe('sent');
    await working.close();
    expect(provider.taken.filter(({ outId }) => outId === id)).toHaveLength(1);
  });

  it('is sent once, however many processes deliver it concurrently', async () => {
    const id = await given();

    const tries = await Promise.allSettled(Array.from({ length: 100 }, () => deliver(id)));

    expect(provider.taken).toHaveLength(1);
    expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true);
    await deliver(id);
    expect(provider.taken).toHaveLength(1);
  });

  it('contains no code if its text has none', async () => {
    await deliver(await given({ ...code, template: 'no-account' }));

    expect(provider.taken[0]?.values).toEqual({});
  });
});

describe('if the provider accepts a message and answers too late', () => {
  it('a retry finds it at the provider by our id and does not send it again', async () => {
    const id = await given();
    provider.behave('late');
    await expect(deliver(id)).rejects.toThrow('no answer');
    await expect(deliver(id)).rejects.toThrow('not known yet');
    provider.behave('correct');

    later(outcomeUnknownMs);
    await deliver(id);

    expect(provider.taken).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'sent', encrypted: null });
  });
});

describe('if the provider does not answer or fails', () => {
  it.each(['silence', 'status-500', 'garbage', 'isp.SYSTEM_ERROR'] as const)(
    '(%s) the message is sent later',
    async (how) => {
      const id = await given();
      provider.behave(how);
      await expect(deliver(id)).rejects.toThrow();
      provider.behave('correct');

      later(outcomeUnknownMs);
      await deliver(id);

      expect(provider.taken).toHaveLength(1);
      expect(problems).toEqual([]);
    },
  );
});

describe('if the provider throttles', () => {
  it.each(['Throttling.User', 'isv.BUSINESS_LIMIT_CONTROL'] as const)(
    '(%s) the message can be retried at once',
    async (how) => {
      const id = await given();
      provider.behave(how);
      await expect(deliver(id)).rejects.toThrow(how);
      expect(await rowOf(id)).toMatchObject({ state: 'waiting' });
      provider.behave('correct');

      await deliver(id);

      expect(provider.taken).toHaveLength(1);
    },
  );

  it('does not send an expired code', async () => {
    const id = await given();
    provider.behave('Throttling.User');
    await expect(deliver(id)).rejects.toThrow('Throttling');
    provider.behave('correct');

    later(goodForMs('code-login') + 60_000);
    await deliver(id);

    expect(provider.taken).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ state: 'refused', refusal: 'EXPIRED', encrypted: null });
  });
});

describe('a refusal by the provider', () => {
  it('of a number is neither retried nor reported to the operator', async () => {
    const id = await given({ ...code, phone: '139' });

    await deliver(id);

    expect(await rowOf(id)).toMatchObject({ state: 'refused', refusal: 'isv.MOBILE_NUMBER_ILLEGAL', encrypted: null });
    expect(problems).toEqual([]);
  });

  it('of all messages alerts the operator with the reason, without code or full number', async () => {
    const id = await given();
    provider.behave('isv.AMOUNT_NOT_ENOUGH');

    await deliver(id);

    expect(await rowOf(id)).toMatchObject({ state: 'refused', refusal: 'isv.AMOUNT_NOT_ENOUGH', encrypted: null });
    expect(problems).toEqual([
      { id, phone: '139****0001', template: 'code-login', code: 'isv.AMOUNT_NOT_ENOUGH', says: '未发送' },
    ]);
  });

  it('of the request signature alerts the operator', async () => {
    await deliver(await given(), carrierOf({ keySecret: 'another' }));

    expect(provider.taken).toEqual([]);
    expect(problems).toMatchObject([{ code: 'SignatureDoesNotMatch' }]);
  });
});

describe('if no provider is configured any more', () => {
  it('a message waits for the next provider until it expires', async () => {
    const id = await given();

    await expect(deliver(id, null)).rejects.toThrow('SMS_PROVIDER');
    expect(await rowOf(id)).toMatchObject({ state: 'waiting' });

    later(goodForMs('code-login') + 60_000);
    await deliver(id, null);
    expect(await rowOf(id)).toMatchObject({ state: 'refused', refusal: 'EXPIRED' });
  });
});

describe('SMS_TEMPLATES', () => {
  const keys = { ALIBABA_CLOUD_ACCESS_KEY_ID: 'id', ALIBABA_CLOUD_ACCESS_KEY_SECRET: 'secret' };
  const all = templates.map((name) => `${name}=SMS_1`).join();
  const settings = { SMS_PROVIDER: 'aliyun', ...keys, SMS_SIGN_NAME: '存真', SMS_TEMPLATES: all };

  it('names the template and signature of each message and language', async () => {
    const SMS_TEMPLATES = `${all.replace('code-login=SMS_1', 'code-login=SMS_2')},code-login.en=SMS_3@Proofkeep`;
    const endpoint = { SMS_ENDPOINT: `${provider.url}/`, ALIBABA_CLOUD_ACCESS_KEY_ID: provider.keyId };
    const secret = { ALIBABA_CLOUD_ACCESS_KEY_SECRET: provider.keySecret };
    const carrier = textCarrierOf(readConfig({ ...settings, ...endpoint, ...secret, SMS_TEMPLATES }), () => now);

    for (const message of [code, { ...code, language: 'en' as const }]) await deliver(await given(message), carrier);
    await deliver(await given({ ...code, template: 'code-reset', language: 'en' }), carrier);

    expect(provider.taken.map(({ template, signName }) => `${template} ${signName}`)).toEqual([
      'SMS_2 存真',
      'SMS_3 Proofkeep',
      'SMS_1 存真',
    ]);
  });

  it.each([
    [{ SMS_TEMPLATES: 'code-login=SMS_1' }, 'code-register'],
    [{ SMS_TEMPLATES: `${all},code-nothing=SMS_1` }, 'code-nothing'],
    [{ SMS_SIGN_NAME: '' }, 'SMS_SIGN_NAME'],
    [{ ALIBABA_CLOUD_ACCESS_KEY_SECRET: '' }, 'ALIBABA_CLOUD_ACCESS_KEY_SECRET'],
    [{ SMS_ENDPOINT: 'http://dysmsapi.aliyuncs.com' }, 'SMS_ENDPOINT'],
  ])('refuses to start if incomplete: %o', (wrong, named) => {
    expect(() => readConfig({ ...settings, ...wrong })).toThrow(named);
  });
});
