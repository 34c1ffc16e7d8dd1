import { randomInt } from 'node:crypto';
import { consoleNotarizationCalls, notarizationCalls, uploadCalls } from '@proofkeep/contract';
import { newStaff } from './operator.ts';
import { Client } from './service.ts';
import type { Web } from './web.ts';

/** A matter that an office accepted, with its notary. */
export interface GivenMatter {
  id: string;
  no: string;
  notary: Client;
  /** Decides about the matter as it is now. */
  decide(name: 'confirmIdentities' | 'saveQuestions', input: Record<string, unknown>): Promise<void>;
}

/** A declaration of one person that was accepted without a fee: the person has to identify themselves. */
export async function givenMatter(
  web: Web,
  o: { holderPhone: string; party: { name: string; idNumber: string; phone: string }; card: Buffer },
): Promise<GivenMatter> {
  const holder = new Client(web.service);
  await holder.register(o.holderPhone);
  const operator = (await newStaff(web, 'operator')).client;
  const { client: notary, staffId } = await newStaff(web, 'notary');
  const number = randomInt(1e6);
  const office = { name: `深圳市第${number}公证处`, address: '深圳市南山区科技园', phone: '0755-26001234' };
  const { id: officeId } = await operator.ask(consoleNotarizationCalls.createOffice, {
    ...office,
    numberPrefix: `深${number}`,
  });
  await operator.ask(consoleNotarizationCalls.assignNotary, { id: officeId, staffId, licenceNo: '44030001' });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(o.card)], 'id.jpg', { type: 'image/jpeg' }));
  const headers = { 'x-auth-token': holder.token };
  const uploaded = await fetch(`${holder.url}${uploadCalls.uploadFile.path}`, { method: 'POST', headers, body: form });
  const { fileId } = ((await uploaded.json()) as { data: { fileId: string } }).data;
  const { id, no } = await holder.ask(notarizationCalls.createMatter, {
    kind: 'declaration',
    officeId,
    purpose: '用于出国留学',
    form: { text: '本人声明：截至今日未婚。' },
    parties: [{ kind: 'person', role: 'applicant', ...o.party }],
    materials: [{ code: 'identity', fileId }],
    wantsVideo: false,
  });
  const version = async () => (await notary.ask(consoleNotarizationCalls.notaryMatter, { id })).version;
  await notary.ask(consoleNotarizationCalls.acceptMatter, { id, version: await version() });
  await notary.ask(consoleNotarizationCalls.waiveFee, { id, version: await version(), reason: '公益事项' });
  return {
    id,
    no,
    notary,
    async decide(name, input) {
      await notary.ask(consoleNotarizationCalls[name], { id, version: await version(), ...input } as never);
    },
  };
}
