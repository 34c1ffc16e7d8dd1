import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { IdentityProvider } from './identity.ts';

type Keys = Pick<
  Config,
  'IDENTITY_PROVIDER' | 'ALIPAY_APP_ID' | 'ALIPAY_KEY_FILE' | 'ALIPAY_PUBLIC_KEY_FILE' | 'ALIPAY_GATEWAY'
>;

/** The provider that is configured; null where operators compare. @throws Error naming what it lacks, at the start */
export async function openIdentity(config: Keys): Promise<IdentityProvider | null> {
  if (config.IDENTITY_PROVIDER === 'development') return null;
  const needed = (key: 'ALIPAY_APP_ID' | 'ALIPAY_KEY_FILE' | 'ALIPAY_PUBLIC_KEY_FILE'): string => {
    const value = config[key];
    if (!value) throw new Error(`IDENTITY_PROVIDER=alipay needs ${key}.`);
    return value;
  };
  const appId = needed('ALIPAY_APP_ID');
  const privateKey = await pemIn(needed('ALIPAY_KEY_FILE'));
  const alipayPublicKey = await pemIn(needed('ALIPAY_PUBLIC_KEY_FILE'));
  // Loaded where it is used: most installations ask nobody.
  const { alipayIdentity } = await import('./identity-alipay.ts');
  return alipayIdentity({ appId, privateKey, alipayPublicKey, gateway: config.ALIPAY_GATEWAY });
}

/** Without white space around it, which the client would take for a part of the key. */
const pemIn = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim();
