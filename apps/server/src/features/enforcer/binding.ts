import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  announcementText,
  type DeviceBinding,
  type DeviceStatus,
  deviceLimits,
  type EnforcerDevice,
  type enforcerCalls,
  type InputOf,
  recorderPath,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import { type EvidenceScope, scopeOf } from '../../http/policy.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  type CodeRow,
  countBound,
  type DeviceRow,
  deleteCode,
  deviceOf,
  findDevice,
  insertCode,
  insertDevice,
  listDevices,
  lockCode,
  lockDevice,
  setCodeDevice,
} from './device-store.ts';
import { moveDevice } from './lifecycle.ts';

type Calls = typeof enforcerCalls;
type User = Context<'user'>;

/** Crockford's base 32: 256 is a multiple of 32, so each byte gives one unbiased character. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newCode = (): string => Array.from(randomBytes(8), (byte) => alphabet[byte % 32]).join('');

/** @throws Refusal DEVICE_CODE, DEVICES_FULL */
export async function bindingCode({ code }: InputOf<Calls['bindingCode']>, context: User): Promise<DeviceBinding> {
  const { db, caller, now } = context;
  if (code !== undefined) return bindingOf(context, await requireOwnCode(context, code));
  await requireRoom(db, caller.accountId);
  const { accountId, loginId, personId } = caller;
  const expiresAt = new Date(now.getTime() + deviceLimits.codeMinutes * 60_000);
  const row = { code: newCode(), accountId, loginId, personId, expiresAt };
  await insertCode(db, row);
  return bindingOf(context, { ...row, deviceId: null });
}

async function bindingOf({ db, services }: User, { code, deviceId, expiresAt }: CodeRow): Promise<DeviceBinding> {
  const device = deviceId === null ? undefined : await findDevice(db, deviceId);
  return {
    code: `${code.slice(0, 4)}-${code.slice(4)}`,
    address: `${services.publicUrl}${recorderPath}#${code}`,
    expiresAt: expiresAt.toISOString(),
    device: device ? deviceOf(device) : null,
  };
}

/** @throws Refusal DEVICE_CODE, also for the code of another login */
async function requireOwnCode({ db, caller, now }: User, code: string): Promise<CodeRow> {
  const row = await lockCode(db, code, now);
  if (row?.accountId !== caller.accountId || row.loginId !== caller.loginId) throw new Refusal('DEVICE_CODE');
  return row;
}

/** @throws Refusal DEVICES_FULL */
async function requireRoom(db: Client, accountId: string): Promise<void> {
  if ((await countBound(db, accountId)) >= deviceLimits.devices)
    throw new Refusal('DEVICES_FULL', { values: { count: deviceLimits.devices } });
}

/** Uses the code up. @throws Refusal DEVICE_CODE, DEVICES_FULL, STATE_FORBIDS */
export async function bindDevice({ code, name }: InputOf<Calls['bindDevice']>, context: User): Promise<EnforcerDevice> {
  const { db, caller, now, audit } = context;
  const { deviceId } = await requireOwnCode(context, code);
  if (deviceId === null) throw new Refusal('DEVICE_CODE');
  await requireRoom(db, caller.accountId);
  await moveDevice(db, deviceId, 'bound', { bound_at: now, ...(name && { name }) });
  await deleteCode(db, code);
  const row = (await findDevice(db, deviceId)) as DeviceRow;
  audit({ device: row.name, key: row.key });
  return deviceOf(row);
}

/** @throws Refusal NOT_FOUND, STATE_FORBIDS */
export async function unbindDevice({ id }: InputOf<Calls['unbindDevice']>, { db, caller, now, audit }: User) {
  const row = await lockDevice(db, id);
  if (!row || !isIn(scopeOf(caller), row)) throw new Refusal('NOT_FOUND');
  await moveDevice(db, id, row.state === 'announced' ? 'declined' : 'unbound', { unbound_at: now });
  audit({ device: row.name, key: row.key });
  return null;
}

export const isIn = ({ accountId, loginId }: EvidenceScope, row: Pick<DeviceRow, 'accountId' | 'loginId'>): boolean =>
  row.accountId === accountId && (loginId === null || row.loginId === loginId);

export async function deviceList(query: InputOf<Calls['deviceList']>, { db, caller }: User) {
  const { rows, total } = await listDevices(db, scopeOf(caller), query);
  return { list: rows.map(deviceOf), total };
}

/**
 * Registers the key of a device that knows the code; a code is for one device. A repeated call by the same device
 * changes nothing. @throws Refusal DEVICE_CODE, DEVICE_SIGNATURE
 */
export async function announceDevice(
  { code, publicKey, signature, name }: InputOf<Calls['announceDevice']>,
  { db, now, userAgent, audit }: Context<'public'>,
): Promise<DeviceStatus> {
  const spki = Buffer.from(publicKey, 'base64');
  const signed = Buffer.from(announcementText({ code, publicKey }));
  if (!isSigned(spki, signed, Buffer.from(signature, 'base64'))) throw new Refusal('DEVICE_SIGNATURE');
  const row = await lockCode(db, code, now);
  if (!row) throw new Refusal('DEVICE_CODE');
  const key = sha256Hex(spki);
  const { accountId, loginId, personId } = row;
  const known = row.deviceId === null ? undefined : await findDevice(db, row.deviceId);
  if (known?.key === key) return statusOf(known, now);
  const newDevice = {
    accountId,
    loginId,
    personId,
    name,
    userAgent: userAgent.slice(0, 300),
    key,
    publicKey: spki,
    now,
  };
  const id = known ? undefined : await insertDevice(db, newDevice);
  if (id === undefined) throw new Refusal('DEVICE_CODE');
  await setCodeDevice(db, code, id);
  audit({ device: name, key });
  return statusOf((await findDevice(db, id)) as DeviceRow, now);
}

/** @throws Refusal NOT_FOUND */
export async function deviceStatus(
  { id }: InputOf<Calls['deviceStatus']>,
  { db, now }: Context<'public'>,
): Promise<DeviceStatus> {
  const row = await findDevice(db, id);
  if (!row) throw new Refusal('NOT_FOUND');
  return statusOf(row, now);
}

const statusOf = ({ id, name, state }: DeviceRow, now: Date): DeviceStatus => ({
  id,
  name,
  state,
  now: now.toISOString(),
});

/** Whether r ‖ s is a signature over these bytes by a P-256 key. */
export function isSigned(spki: Buffer, over: Buffer, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return false;
    return verify('sha256', over, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    // Not a public key.
    return false;
  }
}
