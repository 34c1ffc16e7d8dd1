import { randomInt } from 'node:crypto';
import {
  consoleNotarizationCalls as consoleCalls,
  type Envelope,
  type MatterDraft,
  notarizationCalls,
  type Upload,
  uploadCalls,
} from '@proofkeep/contract';
import { idNumber } from '../../apps/server/src/features/notarization/testing/matters.ts';
import { paper } from '../../apps/server/src/features/uploads/testing/files.ts';
import { credit } from './credit.ts';
import { newOperator, newStaff } from './operator.ts';
import type { Client } from './service.ts';
import type { Web } from './web.ts';

export interface OfficeNotary {
  staffId: string;
  officeId: string;
  officeName: string;
  client: Client;
}

/** Opens an office with one notary, who is signed in to the console. */
export async function newOffice(web: Pick<Web, 'service' | 'dataDir'>): Promise<OfficeNotary> {
  const [operator, { staffId, client }] = [await newOperator(web), await newStaff(web, 'notary')];
  const name = `深圳市第${randomInt(100, 1_000_000)}公证处`;
  const { id } = await operator.ask(consoleCalls.createOffice, {
    name,
    address: '深圳市南山区科技园科苑路 8 号 3 楼',
    phone: '0755-26001234',
    numberPrefix: `深${randomInt(1_000_000)}`,
  });
  await operator.ask(consoleCalls.assignNotary, { id, staffId, licenceNo: '44030001' });
  return { staffId, officeId: id, officeName: name, client };
}

/** Sends a file that a form needs. @returns its id */
export async function sendFormFile({ url, token }: Client, call: { path: string }, file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file);
  const response = await fetch(`${url}${call.path}`, { method: 'POST', headers: { 'x-auth-token': token }, body });
  const { data, errorCode } = (await response.json()) as Envelope & { data: Upload | null };
  if (!data) throw new Error(`The file was refused: ${errorCode}`);
  return data.fileId;
}

const sendMaterial = (holder: Client): Promise<string> =>
  sendFormFile(
    holder,
    uploadCalls.uploadFile,
    new File([new Uint8Array(paper)], '身份证.pdf', { type: 'application/pdf' }),
  );

/** Submits a declaration by one person. @returns the id of the matter */
export async function submitMatter(
  holder: Client,
  office: OfficeNotary,
  o: Partial<MatterDraft> & { phone: string },
): Promise<string> {
  const { phone, ...more } = o;
  const { id } = await holder.ask(notarizationCalls.createMatter, {
    kind: 'declaration',
    officeId: office.officeId,
    purpose: '用于出国留学',
    form: { text: '本人声明未婚。' },
    parties: [{ kind: 'person', role: 'applicant', name: '王芳', idNumber: idNumber(), phone }],
    materials: [{ code: 'identity', fileId: await sendMaterial(holder) }],
    ...more,
  });
  return id;
}

/** Makes a decision of the notary, based on the matter's current state. */
export async function decide(
  { client }: OfficeNotary,
  name: 'acceptMatter' | 'identifyParty' | 'saveQuestions' | 'confirmIdentities' | 'startSession' | 'endSession',
  input: Record<string, unknown> & { id: string },
): Promise<void> {
  const { version } = await client.ask(consoleCalls.notaryMatter, { id: input.id });
  await client.ask(consoleCalls[name], { ...input, version } as never);
}

/**
 * Takes a submitted matter to the point where its parties are identified at the office and its fee is paid from the
 * balance.
 */
export async function identified(
  web: Pick<Web, 'dataDir'>,
  holder: Client,
  office: OfficeNotary,
  o: { id: string; holderPhone: string; needsSession: boolean },
): Promise<void> {
  const { id, needsSession } = o;
  await decide(office, 'acceptMatter', { id });
  await credit(web.dataDir, o.holderPhone, 100_000_00);
  await holder.ask(notarizationCalls.payMatter, { id, way: 'funds' });
  const { people } = await holder.ask(notarizationCalls.matterInfo, { id });
  for (const { id: partyId } of people)
    await decide(office, 'identifyParty', { id, partyId, note: '当面核对身份证原件' });
  await decide(office, 'saveQuestions', { id, questions: [{ question: '您是否自愿申请？', answer: '是。' }] });
  await decide(office, 'confirmIdentities', { id, needsSession });
}
