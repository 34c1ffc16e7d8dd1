import { openAlipay } from './alipay-gateway.ts';
import { type IdentityProvider, ProviderError } from './identity.ts';

export interface AlipayOptions {
  appId: string;
  /** PEM, PKCS #1 or PKCS #8. */
  privateKey: string;
  /** Alipay's public key as PEM. */
  alipayPublicKey: string;
  gateway: string;
}

const timeoutMs = 8_000;

interface Answer {
  code?: string;
  msg?: string;
  subCode?: string;
  certifyId?: string;
  passed?: string;
}

/**
 * Alipay's identity certification: `alipay.user.certify.open.initialize`, `.certify`, `.query`
 * (https://opendocs.alipay.com/open/20181012100420932508/quickstart). Requests and answers are signed with RSA2;
 * unsigned answers are rejected.
 */
export function alipayIdentity({ appId, privateKey, alipayPublicKey, gateway }: AlipayOptions): IdentityProvider {
  const { sdk, ask: askGateway } = openAlipay({ appId, privateKey, alipayPublicKey, gateway, timeoutMs });
  const ask = async (method: string, bizContent: Record<string, unknown>): Promise<Answer> => {
    const answer: Answer = await askGateway(method, { bizContent }).catch((cause: Error) => {
      throw new ProviderError(cause.message, { cause });
    });
    // `10000` means success; other codes come with an explanation.
    if (answer.code !== '10000')
      throw new ProviderError(`${method} was refused: ${answer.code} ${answer.subCode ?? answer.msg ?? ''}`);
    return answer;
  };
  return {
    name: 'alipay',
    async begin({ orderNo, name, idNumber, returnUrl }) {
      const { certifyId } = await ask('alipay.user.certify.open.initialize', {
        outer_order_no: orderNo,
        biz_code: 'FACE',
        identity_param: {
          identity_type: 'CERT_INFO',
          cert_type: 'IDENTITY_CARD',
          cert_name: name,
          cert_no: idNumber,
        },
        merchant_config: { return_url: returnUrl },
      });
      if (!certifyId) throw new ProviderError('Alipay opened a certification without an id.');
      return certifyId;
    },
    goTo: (certifyId) =>
      sdk.pageExecute('alipay.user.certify.open.certify', 'GET', { bizContent: { certify_id: certifyId } }),
    isPassed: async (certifyId) =>
      (await ask('alipay.user.certify.open.query', { certify_id: certifyId })).passed === 'T',
    isSigned: (returned) => {
      if (!returned.sign) return null;
      // `RSA` would be SHA-1; the client must not be able to choose it.
      return returned.sign_type === 'RSA2' && sdk.checkNotifySignV2({ ...returned });
    },
  };
}
