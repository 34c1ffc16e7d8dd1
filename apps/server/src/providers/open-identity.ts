import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { IdentityProvider } from './identity.ts';

type Keys = Pick<
  Config,
  'IDENTITY_PROVIDER' | 'ALIPAY_APP_ID' | 'ALIPAY_KEY_FILE' | 'ALIPAY_PUBLIC_KEY_FILE' | 'ALIPAY_GATEWAY'
>;

/** Opens the configured provider, whose keys the configuration has checked; null if operators review by hand. */
export async function openIdentity(config: Keys): Promise<IdentityProvider | null> {
  if (config.IDENTITY_PROVIDER === 'development') return null;
  const { ALIPAY_APP_ID: appId = '', ALIPAY_KEY_FILE: own = '', ALIPAY_PUBLIC_KEY_FILE: theirs = '' } = config;
  const privateKey = await pemIn(own);
  const alipayPublicKey = await pemIn(theirs);
  // Loaded on demand: most installations have no provider.
  const { alipayIdentity } = await import('./identity-alipay.ts');
  return alipayIdentity({ appId, privateKey, alipayPublicKey, gateway: config.ALIPAY_GATEWAY });
}

/** Trims white space, which the client would treat as part of the key. */
const pemIn = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();
