import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Refusal } from '../../http/refusal.ts';

/** RFC 9106 §4, second recommended option: memory in KiB. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 4 };
const common = new Set(dictionary['passwords-common']);

/** @throws Refusal PASSWORD_COMMON (NIST SP 800-63B-4 §3.1.1.2: compare with what is commonly used and with the account's own data) */
export async function hashPassword(password: string, phone: string): Promise<string> {
  const plain = password.toLowerCase();
  if (common.has(plain) || plain.includes(phone)) throw new Refusal('PASSWORD_COMMON');
  return hash(password.normalize('NFC'), cost);
}

/** Takes as long for an account that does not exist, so that time does not tell. */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  return (await verify(passwordHash ?? (await nobody), password.normalize('NFC'))) && typeof passwordHash === 'string';
}

const nobody = hash('nobody', cost);
