import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { isRsa2, rsa2, signedText } from './signature.ts';

/** An opened identity verification with the result of the face check. */
interface Certification {
  name: string;
  idNumber: string;
  orderNo: string;
  returnUrl: string;
  passed: 'T' | 'F';
}

/** The stand-in for Alipay's identity verification, with its keys. */
export interface FakeAlipay {
  gateway: string;
  appId: string;
  /** The application's, PEM. */
  privateKey: string;
  /** Alipay's public key as PEM. */
  publicKey: string;
  opened: ReadonlyMap<string, Certification>;
  /** Completes the face check: `T` the person matches, `F` they do not. */
  show(certifyId: string, passed: 'T' | 'F'): void;
  /** Returns the signed URL that the browser is sent back to. */
  returnOf(certifyId: string): string;
  /** The stand-in's behaviour from now on. */
  behavior: 'well' | 'forged' | 'unsigned' | 'refusing' | 'gone';
  close(): Promise<void>;
}

const pem = (key: KeyObject): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }) as string;
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * Starts a stand-in for Alipay's gateway with its own keys: answers `alipay.user.certify.open.initialize` and `.query` and
 * opens the page of `.certify`, if the application signed the request; signs its responses.
 */
export async function startAlipay(): Promise<FakeAlipay> {
  const application = pair();
  const own = pair();
  const stranger = pair();
  const opened = new Map<string, Certification>();
  const appId = '2021000000000001';

  const answered = (parameters: Record<string, string>) =>
    answerTo(parameters, { appId, opened, behavior: alipay.behavior, key: application.publicKey });
  const server = createServer(async (request, response) => {
    if (alipay.behavior === 'gone') return void response.destroy();
    const parameters = await parametersOf(request);
    const { method = '' } = parameters;
    const value = JSON.stringify(answered(parameters));
    const key = alipay.behavior === 'forged' ? stranger.privateKey : own.privateKey;
    const sign = alipay.behavior === 'unsigned' ? '' : rsa2(value, key);
    response.setHeader('content-type', 'application/json;charset=utf-8');
    response.end(`{"${method.replaceAll('.', '_')}_response":${value},"sign":${JSON.stringify(sign)}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const alipay: FakeAlipay = {
    gateway: `http://127.0.0.1:${port}/gateway.do`,
    appId,
    privateKey: pem(application.privateKey).trim(),
    publicKey: pem(own.publicKey).trim(),
    opened,
    behavior: 'well',
    show(certifyId, passed) {
      const certification = opened.get(certifyId);
      if (!certification) throw new Error(`No certification ${certifyId}.`);
      certification.passed = passed;
    },
    returnOf(certifyId) {
      const url = new URL(opened.get(certifyId)?.returnUrl ?? '');
      url.searchParams.set('certify_id', certifyId);
      url.searchParams.set('app_id', appId);
      url.searchParams.set('charset', 'utf-8');
      url.searchParams.set('sign_type', 'RSA2');
      const parameters = Object.fromEntries(url.searchParams);
      url.searchParams.set('sign', rsa2(signedText(parameters, { withSignType: false }), own.privateKey));
      return url.href;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return alipay;
}

async function parametersOf(request: IncomingMessage): Promise<Record<string, string>> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  return { ...Object.fromEntries(searchParams), ...Object.fromEntries(new URLSearchParams(await text(request))) };
}

interface Gateway {
  appId: string;
  opened: Map<string, Certification>;
  behavior: FakeAlipay['behavior'];
  /** The application's private key. */
  key: KeyObject;
}

const failed = (subCode: string) => ({ code: '40004', msg: 'Business Failed', sub_code: subCode });

function answerTo(parameters: Record<string, string>, { appId, opened, behavior, key }: Gateway) {
  const { method, sign = '', biz_content: content = '{}' } = parameters;
  const isKnown = parameters.app_id === appId && parameters.sign_type === 'RSA2';
  if (!isKnown || !isRsa2(signedText(parameters, { withSignType: true }), sign, key))
    return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' };
  if (behavior === 'refusing') return failed('SYSTEM_ERROR');
  if (method === 'alipay.user.certify.open.initialize') return opening(JSON.parse(content), opened);
  const certifyId: string = JSON.parse(content).certify_id ?? '';
  const certification = opened.get(certifyId);
  if (!certification) return failed('CERTIFY_ID_NOT_FOUND');
  const done = { code: '10000', msg: 'Success' };
  if (method === 'alipay.user.certify.open.query') return { ...done, passed: certification.passed };
  if (method === 'alipay.user.certify.open.certify') return { ...done, page: certification.orderNo };
  return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method' };
}

interface Opening {
  outer_order_no?: string;
  biz_code?: string;
  identity_param?: { identity_type?: string; cert_type?: string; cert_name?: string; cert_no?: string };
  merchant_config?: { return_url?: string };
}

function opening(asked: Opening, opened: Map<string, Certification>) {
  const { outer_order_no: orderNo = '', biz_code: code, identity_param: who, merchant_config: config } = asked;
  const isTaken = [...opened.values()].some((one) => one.orderNo === orderNo);
  const isWhole = who?.identity_type === 'CERT_INFO' && who.cert_type === 'IDENTITY_CARD' && config?.return_url;
  if (!/^[A-Za-z0-9]{32}$/.test(orderNo) || code !== 'FACE' || !isWhole || isTaken) return failed('INVALID_PARAMETER');
  const certifyId = randomBytes(16).toString('hex');
  opened.set(certifyId, {
    name: who.cert_name ?? '',
    idNumber: who.cert_no ?? '',
    orderNo,
    returnUrl: config.return_url ?? '',
    passed: 'F',
  });
  return { code: '10000', msg: 'Success', certify_id: certifyId };
}
