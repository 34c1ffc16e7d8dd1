import type { Word } from '@proofkeep/contract';
import { type Config, type DevelopmentPart, developmentParts } from './config.ts';

const kinds: Record<DevelopmentPart, { says: Word; isUsed: (config: Config) => boolean }> = {
  'generated-keys': {
    says: [
      '签章、时间戳和日志的密钥在首次启动时由程序生成，保存为 DATA_DIR/keys 下的文件；其根证书只有本机认可',
      'keys for seals, timestamps and the log were generated at the first start and are stored as files in DATA_DIR/keys; their root is trusted by this installation only',
    ],
    isUsed: () => true,
  },
  'text-message-outbox': {
    says: [
      '短信不会发出，任何人都能在 /dev/outbox 读到验证码（SMS_PROVIDER=outbox）',
      'text messages are not sent, and anyone can read the codes at /dev/outbox (SMS_PROVIDER=outbox)',
    ],
    isUsed: ({ SMS_PROVIDER }) => SMS_PROVIDER === 'outbox',
  },
  'mail-outbox': {
    says: [
      '邮件不会发出，任何人都能在 /dev/outbox 读到（未设置 MAIL_URL）',
      'mail is not sent, and anyone can read it at /dev/outbox (no MAIL_URL)',
    ],
    isUsed: ({ MAIL_URL }) => MAIL_URL === undefined,
  },
  'identity-review': {
    says: [
      '实名认证不经外部机构核实，仅由运营人员比对证件图片（IDENTITY_PROVIDER=development）',
      'no outside provider verifies identities: an operator compares images of identity cards (IDENTITY_PROVIDER=development)',
    ],
    isUsed: ({ IDENTITY_PROVIDER }) => IDENTITY_PROVIDER === 'development',
  },
  'payment-sandbox': {
    says: [
      '沙箱收银台不会真实扣款，任何人都能在那里“付款”（PAY_PROVIDERS=sandbox）',
      'the sandbox cashier moves no real money, and anyone can "pay" there (PAY_PROVIDERS=sandbox)',
    ],
    isUsed: ({ PAY_PROVIDERS }) => PAY_PROVIDERS.includes('sandbox'),
  },
  'court-demonstration': {
    says: [
      '提交法院的证据不会送达任何法院（COURT_PROVIDER=development）',
      'evidence submitted to the court reaches no court (COURT_PROVIDER=development)',
    ],
    isUsed: ({ COURT_PROVIDER }) => COURT_PROVIDER === 'development',
  },
  'no-log-head': {
    says: [
      '未在数据目录之外记录日志头：数据目录的旧副本或第二份副本会以同一密钥签出另一段历史，且不会被发现（未设置 LOG_HEAD_FOLDER 或 LOG_HEAD_URL）',
      'log heads are not recorded outside of the data folder: an old or second copy would sign a different history under the same key, unnoticed (no LOG_HEAD_FOLDER or LOG_HEAD_URL)',
    ],
    isUsed: ({ LOG_HEAD_FOLDER, LOG_HEAD_URL }) => LOG_HEAD_FOLDER === undefined && LOG_HEAD_URL === undefined,
  },
};

export interface UnfitPart {
  name: DevelopmentPart;
  says: Word;
}

/** Development parts in use in production that ALLOW_IN_PRODUCTION doesn't name. */
export function notForProduction(config: Config): UnfitPart[] {
  if (config.NODE_ENV !== 'production') return [];
  return developmentParts
    .filter((name) => kinds[name].isUsed(config) && !config.ALLOW_IN_PRODUCTION.includes(name))
    .map((name) => ({ name, says: kinds[name].says }));
}
