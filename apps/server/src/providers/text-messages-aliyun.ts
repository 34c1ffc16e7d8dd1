import { randomBytes } from 'node:crypto';
import type { Language } from '@proofkeep/contract';
import { z } from 'zod';
import type { Template } from './text-bodies.ts';
import { signed } from './text-messages-acs3.ts';
import type { TextCarrier, TextOutcome } from './text-messages-queue.ts';

export interface AliyunOptions {
  endpoint: string;
  keyId: string;
  keySecret: string;
  /** The account's template and signature for a message. */
  templateOf(template: Template, language: Language): { code: string; signName: string };
  clock: () => Date;
  timeoutMs?: number;
}

const version = '2017-05-25';
const answerLimitBytes = 256 * 1024;
/** Messages of one phone and day; the provider's limits are far lower. */
const pageSize = 50;

const Answer = z.object({
  Code: z.string(),
  Message: z.string().default(''),
  RequestId: z.string().default(''),
  BizId: z.string().optional(),
  SmsSendDetailDTOs: z
    .object({ SmsSendDetailDTO: z.array(z.object({ OutId: z.string().optional() })).default([]) })
    .optional(),
});
type Answer = z.infer<typeof Answer>;

/**
 * Alibaba Cloud Short Message Service: SendSms and QuerySendDetails, 2017-05-25
 * (https://help.aliyun.com/zh/sms/developer-reference/api-dysmsapi-2017-05-25-sendsms).
 */
export function aliyunTexts(o: AliyunOptions): TextCarrier {
  return {
    async carry({ id, phone, template, language, values }) {
      const { code, signName } = o.templateOf(template, language);
      const answer = await ask(o, 'SendSms', {
        PhoneNumbers: phone,
        SignName: signName,
        TemplateCode: code,
        TemplateParam: JSON.stringify(values),
        OutId: id,
      });
      return outcomeOf(answer);
    },
    async hasTaken({ id, phone, at }) {
      const answer = await ask(o, 'QuerySendDetails', {
        PhoneNumber: phone,
        SendDate: dayInChina(at),
        PageSize: String(pageSize),
        CurrentPage: '1',
      });
      if (answer.Code !== 'OK') throw new Error(`Alibaba Cloud did not list sent messages: ${describeError(answer)}`);
      return answer.SmsSendDetailDTOs?.SmsSendDetailDTO.some(({ OutId }) => OutId === id) ?? false;
    },
  };
}

/** @throws Error if there is no readable answer: the request may have been executed */
async function ask(o: AliyunOptions, action: string, parameters: Record<string, string>): Promise<Answer> {
  const { host } = new URL(o.endpoint);
  const { keyId, keySecret } = o;
  const nonce = randomBytes(16).toString('hex');
  const request = signed({ host, action, version, query: parameters }, { keyId, keySecret, at: o.clock(), nonce });
  try {
    const response = await fetch(`${o.endpoint}/?${request.query}`, {
      method: 'POST',
      headers: { ...request.headers, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(o.timeoutMs ?? 10_000),
    });
    return Answer.parse(JSON.parse(await textOf(response)));
  } catch (cause) {
    throw new Error(`${action} of Alibaba Cloud gave no answer.`, { cause });
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > answerLimitBytes) throw new Error('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const describeError = ({ Code, Message, RequestId }: Answer): string => `${Code} ${Message} (${RequestId})`;

/** Provider errors after which the message may or may not have been sent. */
const ownFaults = new Set([
  'isp.SYSTEM_ERROR',
  'isp.UNKNOWN',
  'isp.GATEWAY_ERROR',
  'InternalError',
  'ServiceUnavailable',
]);
/** Rate limits, in general or for this phone (`isv.BUSINESS_LIMIT_CONTROL`: per minute, hour or day). */
const isThrottled = (code: string) => code.startsWith('Throttling') || code === 'isv.BUSINESS_LIMIT_CONTROL';
/** Errors of this phone number only. Every other refusal concerns account, balance, key, signature or template. */
const ofThePhone = new Set(['isv.MOBILE_NUMBER_ILLEGAL', 'isv.PHONE_NUMBER_ILLEGAL', 'isv.BLACKLIST_CONTROL']);

/** Codes: https://help.aliyun.com/zh/sms/developer-reference/error-codes and, of the gateway, the API's own list. */
function outcomeOf(answer: Answer): TextOutcome {
  const { Code: code, Message: says, RequestId: requestId, BizId: providerId = '' } = answer;
  if (code === 'OK') return { became: 'sent', providerId };
  if (ownFaults.has(code)) throw new Error(`Alibaba Cloud failed: ${describeError(answer)}`);
  if (isThrottled(code)) return { became: 'deferred', code, says };
  return { became: 'refused', code, says, requestId, isForOperator: !ofThePhone.has(code) };
}

/** `yyyyMMdd`: the provider counts days in Beijing time, without summer time since 1991. */
const dayInChina = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
