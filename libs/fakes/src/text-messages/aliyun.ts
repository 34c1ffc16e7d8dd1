import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { judge, type Keys } from './aliyun-request.ts';

/** How the stand-in responds to a correctly signed request to send. */
export type AliyunSmsBehaviour =
  | 'correct'
  /** Refuses with this code, like the real service: with status 200. */
  | `isv.${string}`
  | `isp.${string}`
  /** Refuses at its gateway. */
  | `Throttling.${string}`
  /** Accepts no message and never responds. */
  | 'silence'
  /** Accepts the message, and responds after the client's timeout. */
  | 'late'
  | 'status-500'
  | 'garbage';

/** A text message that the stand-in accepted. */
export interface TakenText {
  phone: string;
  signName: string;
  template: string;
  values: Record<string, string>;
  outId: string;
  bizId: string;
}

/** The stand-in for the Short Message Service of Alibaba Cloud. */
export interface AliyunSms extends Keys {
  readonly url: string;
  /** Accepted messages, oldest first. */
  readonly taken: readonly TakenText[];
  behave(behaviour: AliyunSmsBehaviour): void;
  close(): Promise<void>;
}

const lateMs = 1_500;

/**
 * Starts the Short Message Service of Alibaba Cloud, 2017-05-25: SendSms and QuerySendDetails, on a free loopback port.
 */
export async function startAliyunSms(): Promise<AliyunSms> {
  const keys: Keys = { keyId: `LTAI${randomUUID().slice(0, 8)}`, keySecret: randomUUID() };
  const taken: TakenText[] = [];
  const nonces = new Set<string>();
  let behaviour: AliyunSmsBehaviour = 'correct';
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: target = '', headers } = request;
    const body = await buffer(request);
    const refused = judge({ method, target, headers, body }, keys, nonces);
    if (refused) return answer(response, refused.status, { Code: refused.code, Message: refused.message });
    const query = new URL(target, 'http://gateway').searchParams;
    if (headers['x-acs-version'] !== '2017-05-25') return answer(response, 404, { Code: 'InvalidVersion' });
    if (headers['x-acs-action'] === 'QuerySendDetails') return answer(response, 200, details(taken, query));
    if (headers['x-acs-action'] === 'SendSms') return send(response, query, behaviour, taken);
    return answer(response, 404, { Code: 'InvalidAction.NotFound' });
  };
  const server = createServer((request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...keys,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    behave(next) {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function send(
  response: ServerResponse,
  query: URLSearchParams,
  behaviour: AliyunSmsBehaviour,
  taken: TakenText[],
): Promise<void> {
  if (behaviour === 'silence') return;
  if (behaviour === 'status-500') return answer(response, 500, { Code: 'InternalError' });
  if (behaviour === 'garbage') return void response.writeHead(200).end('<html>Welcome to the captive portal</html>');
  if (behaviour.startsWith('Throttling'))
    return answer(response, 400, { Code: behaviour, Message: 'Request was denied' });
  const text = textIn(query);
  if (behaviour.startsWith('is')) return answer(response, 200, { Code: behaviour, Message: '未发送' });
  if (typeof text === 'string') return answer(response, 200, { Code: text });
  taken.push(text);
  if (behaviour === 'late') await new Promise((resolve) => setTimeout(resolve, lateMs));
  answer(response, 200, { Code: 'OK', Message: 'OK', BizId: text.bizId });
}

/** Returns the message to send, or the reason to refuse it. */
function textIn(query: URLSearchParams): TakenText | string {
  const [phone, signName, template] = ['PhoneNumbers', 'SignName', 'TemplateCode'].map((name) => query.get(name) ?? '');
  if (!phone || !/^1\d{10}$/.test(phone)) return 'isv.MOBILE_NUMBER_ILLEGAL';
  if (!signName) return 'isv.SMS_SIGNATURE_ILLEGAL';
  if (!template?.startsWith('SMS_')) return 'isv.SMS_TEMPLATE_ILLEGAL';
  try {
    const values = JSON.parse(query.get('TemplateParam') ?? '{}') as Record<string, string>;
    return { phone, signName, template, values, outId: query.get('OutId') ?? '', bizId: `${Date.now()}^0` };
  } catch {
    return 'isv.INVALID_JSON_PARAM';
  }
}

/** Returns the messages to one phone on one day, which must be today in China. */
function details(taken: TakenText[], query: URLSearchParams): Record<string, unknown> {
  const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format().replaceAll('-', '');
  const ofPhone =
    query.get('SendDate') === today ? taken.filter(({ phone }) => phone === query.get('PhoneNumber')) : [];
  const list = ofPhone.map(({ phone, outId, template }) => ({
    PhoneNum: phone,
    OutId: outId,
    TemplateCode: template,
    SendStatus: 3,
  }));
  return { Code: 'OK', Message: 'OK', TotalCount: String(list.length), SmsSendDetailDTOs: { SmsSendDetailDTO: list } };
}

function answer(response: ServerResponse, status: number, body: Record<string, unknown>): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ RequestId: randomUUID(), ...body }));
}
