import { describe, expect, it } from 'vitest';
import { notForProduction } from './production.ts';
import { readConfig } from './read-config.ts';

const unfit = (environment: Record<string, string>) =>
  notForProduction(readConfig(environment)).map(({ name }) => name);

const alipay = { ALIPAY_APP_ID: '1', ALIPAY_KEY_FILE: 'own.pem', ALIPAY_PUBLIC_KEY_FILE: 'theirs.pem' };

describe('in production', () => {
  it('rejects development parts that are not allowed by name', () => {
    const NODE_ENV = 'production';

    expect(unfit({ NODE_ENV })).toEqual([
      'generated-keys',
      'text-message-outbox',
      'mail-outbox',
      'identity-review',
      'no-log-head',
    ]);
    expect(
      unfit({
        NODE_ENV,
        LOG_HEAD_FOLDER: '/mnt/heads',
        MAIL_URL: 'smtps://mail.example',
        IDENTITY_PROVIDER: 'alipay',
        ...alipay,
      }),
    ).toEqual(['generated-keys', 'text-message-outbox']);
    expect(
      unfit({
        NODE_ENV,
        ALLOW_IN_PRODUCTION: 'generated-keys, text-message-outbox, mail-outbox, identity-review, no-log-head',
      }),
    ).toEqual([]);
  });

  it('accepts a bucket as the record of log heads, but not a bucket and a folder', () => {
    const LOG_HEAD_URL = 's3://heads/proofkeep?region=eu-central-1';

    expect(unfit({ NODE_ENV: 'production', LOG_HEAD_URL })).not.toContain('no-log-head');
    expect(() => readConfig({ LOG_HEAD_URL, LOG_HEAD_FOLDER: '/mnt/heads' })).toThrow('LOG_HEAD_URL');
    expect(() => readConfig({ LOG_HEAD_URL: 's3://user:secret@heads' })).toThrow('LOG_HEAD_URL');
  });

  it('requires a replay origin per capture', () => {
    const REPLAY_URL = 'https://replay.example';

    expect(() => readConfig({ NODE_ENV: 'production', REPLAY_URL })).toThrow('REPLAY_URL');
    expect(() => readConfig({ NODE_ENV: 'production', REPLAY_URL: 'https://replay.example/*' })).toThrow('REPLAY_URL');
    expect(readConfig({ NODE_ENV: 'production', REPLAY_URL: 'https://*.replay.example' }).REPLAY_URL).toContain('*');
    expect(readConfig({ REPLAY_URL }).REPLAY_URL).toBe(REPLAY_URL);
  });

  it('rejects an unknown part in ALLOW_IN_PRODUCTION', () => {
    expect(() => readConfig({ ALLOW_IN_PRODUCTION: 'everything' })).toThrow('ALLOW_IN_PRODUCTION');
  });
});

describe('outside of production', () => {
  it('allows every part', () => {
    expect(unfit({})).toEqual([]);
    expect(unfit({ NODE_ENV: 'test' })).toEqual([]);
  });
});
