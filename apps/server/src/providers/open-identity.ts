import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { IdentityProvider } from './identity.ts';

type Keys = Pick<
  Config,
  'IDENTITY_PROVIDER' | 'ALIPAY_APP_ID' | 'ALIPAY_KEY_FILE' | 'ALIPAY_PUBLIC_KEY_FILE' | 'ALIPAY_GATEWAY'
>;

/** The provider that is configured, which the configuration has made sure is whole; null where operators compare. */
export async function openIdentity(config: Keys): Promise<IdentityProvider | null> {
  if (config.IDENTITY_PROVIDER === 'development') return null;
  const { ALIPAY_APP_ID: appId = '', ALIPAY_KEY_FILE: own = '', ALIPAY_PUBLIC_KEY_FILE: theirs = '' } = config;
  const privateKey = await pemIn(own);
  const alipayPublicKey = await pemIn(theirs);
  // Loaded where it is used: most installations ask nobody.
  const { alipayIdentity } = await import('./identity-alipay.ts');
  return alipayIdentity({ appId, privateKey, alipayPublicKey, gateway: config.ALIPAY_GATEWAY });
}

/** Without white space around it, which the client would take for a part of the key. */
const pemIn = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();
