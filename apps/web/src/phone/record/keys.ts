import { toHex } from '@proofkeep/bundle';
import { announcementText, calls, type DeviceStatus } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';
import { type OwnDevice, saveDevice } from './database.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** @returns the digest as lower-case hex */
export const sha256 = async (bytes: BufferSource): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** @returns r ‖ s, base64 */
export async function sign(privateKey: CryptoKey, text: string): Promise<string> {
  const over = new TextEncoder().encode(text);
  return base64(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, over));
}

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Creates a key that can't leave this browser, and announces it with a binding code. */
export async function announce(typed: string, name: string): Promise<{ device: OwnDevice; status: DeviceStatus }> {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const spki = await crypto.subtle.exportKey('spki', pair.publicKey);
  const publicKey = base64(spki);
  const signature = await sign(pair.privateKey, announcementText({ code, publicKey }));
  const status = await ask(calls.enforcer.announceDevice, { code, publicKey, signature, name });
  const device = { id: status.id, key: await sha256(spki), privateKey: pair.privateKey, name };
  await saveDevice(device);
  return { device, status };
}
