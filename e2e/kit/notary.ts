import { randomBytes } from 'node:crypto';
import {
  attestationCalls,
  consoleCalls,
  consoleNotarizationCalls,
  type MatterDraft,
  notarizationCalls,
  staffCalls,
  uploadCalls,
} from '@proofkeep/contract';
import { HOTP, Secret } from 'otpauth';
import { openDatabase } from '../../apps/server/src/database/database.ts';
import { photograph } from '../../apps/server/src/features/uploads/testing/files.ts';
import { credit } from './credit.ts';
import { newOperator } from './operator.ts';
import { Client } from './service.ts';
import type { Web } from './web.ts';

export interface Office {
  id: string;
  name: string;
}

export interface OfficeNotary {
  client: Client;
  name: string;
  office: Office;
  /** Each can be used once. */
  recoveryCodes: readonly string[];
}

/**
 * Creates an office with a notary as an operator; the notary signs in for the first time and sets up an authenticator.
 */
export async function newNotary(
  web: Web,
  { name = '陈立', office }: { name?: string; office?: Office } = {},
): Promise<OfficeNotary> {
  const operator = await newOperator(web);
  const own = office ?? (await newOffice(operator));
  const userName = `notary-${randomBytes(4).toString('hex')}`;
  const created = await operator.ask(staffCalls.createStaff, { userName, name, role: 'notary' });
  const client = new Client(web.service);
  const { ticket } = await client.ask(consoleCalls.staffLogin, { userName, password: created.oneTimePassword });
  const { secret } = await client.ask(consoleCalls.staffEnrol, { ticket });
  const code = HOTP.generate({ secret: Secret.fromBase32(secret), counter: Math.floor(Date.now() / 30_000) });
  const password = 'a-lantern-of-my-own';
  const signedIn = await client.ask(consoleCalls.staffEnrolled, { ticket, code, password });
  client.token = signedIn.token ?? '';
  const { staffId } = await client.ask(consoleCalls.staffMe, {});
  await operator.ask(consoleNotarizationCalls.assignNotary, { id: own.id, staffId, licenceNo: '13501202010123456' });
  return { client, name, office: own, recoveryCodes: signedIn.recoveryCodes };
}

async function newOffice(operator: Client): Promise<Office> {
  const tag = randomBytes(2).toString('hex');
  const name = `福州市存真${tag}公证处`;
  const form = { name, address: '福州市鼓楼区软件大道 89 号', phone: '0591-87654321', numberPrefix: `闽榕${tag}` };
  return { id: (await operator.ask(consoleNotarizationCalls.createOffice, form)).id, name };
}

/** Backdates the last use of the notary's second factor, so that a dangerous call requires it again. */
export async function forgetProof(web: Web): Promise<void> {
  const database = await openDatabase({ DATA_DIR: web.dataDir, DATABASE_URL: undefined });
  try {
    await database.pool.query(`update staff_session set verified_at = null, created_at = now() - interval '20 min'`);
  } finally {
    await database.close();
  }
}

/** Creates a holder with a balance and an attestation of digests. */
export async function newApplicant(web: Web, phone: string): Promise<{ client: Client; ano: string }> {
  const client = new Client(web.service);
  await client.register(phone);
  await credit(web.dataDir, phone, 1_000_000);
  const sha256 = randomBytes(32).toString('hex');
  const files = [{ name: '宣传页截图.png', sha256, sizeBytes: 48_213 }];
  const { ano } = (await client.ask(attestationCalls.preserveDigests, { files, name: '某商城侵权商品页' })).attestation;
  for (;;) {
    const [found] = (await client.ask(attestationCalls.list, { search: ano })).list;
    if (found?.state === 'succeeded') return { client, ano };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Files an application with a photo of an identity card. */
export async function fileMatter(
  client: Client,
  office: Office,
  o: Pick<MatterDraft, 'parties'> & Partial<MatterDraft>,
): Promise<{ id: string; no: string }> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await photograph())], { type: 'image/jpeg' }), '身份证.jpg');
  const answer = await fetch(`${client.url}${uploadCalls.uploadFile.path}`, {
    method: 'POST',
    headers: { 'x-auth-token': client.token },
    body,
  });
  const { data } = (await answer.json()) as { data: { fileId: string } };
  return client.ask(notarizationCalls.createMatter, {
    kind: 'preservation',
    officeId: office.id,
    purpose: '用于著作权侵权诉讼',
    form: { facts: '某商城未经许可销售印有申请人美术作品的商品。' },
    materials: [{ code: 'identity', fileId: data.fileId }],
    wantsVideo: false,
    ...o,
  });
}
