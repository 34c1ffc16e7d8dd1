import { AlipayRequestError, AlipaySdk } from 'alipay-sdk';

export interface AlipayGatewayOptions {
  appId: string;
  /** PEM, PKCS #1 or PKCS #8. */
  privateKey: string;
  /** Alipay's public key as PEM. */
  alipayPublicKey: string;
  gateway: string;
  timeoutMs: number;
}

/**
 * The gateway declined a request (`error_response`) or gave no acceptable answer. The message never contains the
 * answer, since it is logged and the answer may contain tokens.
 */
export class AlipayError extends Error {
  /** The gateway's error code, such as `isv.code-invalid`; null if it didn't answer acceptably. */
  readonly subCode: string | null;
  constructor(text: string, subCode: string | null) {
    super(text);
    this.subCode = subCode;
  }
}

export interface AlipayGateway {
  sdk: AlipaySdk;
  /**
   * Calls a method of the gateway. Requests and answers are signed with RSA2. @returns the method's own answer; its
   * `code` differs from 10000 if the request was refused @throws AlipayError
   */
  ask(method: string, parameters: Record<string, unknown>): Promise<Record<string, string | undefined>>;
}

/** Opens Alipay's gateway for one application (https://opendocs.alipay.com/common/02mse7). */
export function openAlipay({ privateKey, alipayPublicKey, timeoutMs, ...o }: AlipayGatewayOptions): AlipayGateway {
  const keyType = privateKey.includes('BEGIN RSA PRIVATE KEY') ? 'PKCS1' : 'PKCS8';
  const sdk = new AlipaySdk({ ...o, privateKey, alipayPublicKey, keyType, timeout: timeoutMs });
  return {
    sdk,
    async ask(method, parameters) {
      try {
        return await sdk.exec(method, parameters, { validateSign: true });
      } catch (error) {
        throw errorOf(method, error);
      }
    },
  };
}

/**
 * Alipay signs `error_response` like any answer, but the client looks for the signature of the method's own answer and
 * rejects it. A refusal grants nothing, so it is read without its signature: an operator must see why it was declined,
 * not "the signature is wrong".
 */
function errorOf(method: string, error: unknown): AlipayError {
  // The client's verification throws a TypeError if the signature is missing.
  if (!(error instanceof AlipayRequestError))
    return new AlipayError(`${method} failed: its answer is not signed`, null);
  const { responseDataRaw: raw, responseHttpStatus: status, traceId, message } = error;
  const declined = errorResponseIn(raw);
  if (declined)
    return new AlipayError(`${method} was declined: ${declined.code} ${declined.subCode}`, declined.subCode);
  const cause = raw === undefined ? message : 'its answer is not acceptable';
  return new AlipayError(`${method} failed: ${cause} (status ${status ?? 'none'}, trace ${traceId ?? 'none'})`, null);
}

function errorResponseIn(raw: string | undefined): { code: string; subCode: string } | undefined {
  try {
    const { error_response: answer } = JSON.parse(raw ?? '');
    return answer && { code: String(answer.code), subCode: String(answer.sub_code ?? answer.msg) };
  } catch {
    return undefined;
  }
}
