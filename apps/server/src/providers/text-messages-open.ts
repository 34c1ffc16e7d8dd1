import type { Config } from '../config.ts';
import { aliyunTexts } from './text-messages-aliyun.ts';
import type { TextCarrier } from './text-messages-queue.ts';

/** @returns null if messages are not sent */
export function textCarrierOf(config: Config, clock: () => Date): TextCarrier | null {
  if (config.SMS_PROVIDER === 'outbox') return null;
  const { SMS_TEMPLATES: given, SMS_SIGN_NAME: usual = '' } = config;
  return aliyunTexts({
    endpoint: config.SMS_ENDPOINT,
    keyId: config.ALIBABA_CLOUD_ACCESS_KEY_ID ?? '',
    keySecret: config.ALIBABA_CLOUD_ACCESS_KEY_SECRET ?? '',
    templateOf(template, language) {
      const found = (language === 'en' ? given.get(`${template}.en`) : undefined) ?? given.get(template);
      if (!found) throw new Error(`SMS_TEMPLATES has nothing for ${template}.`);
      return { code: found.code, signName: found.signName ?? usual };
    },
    clock,
  });
}
