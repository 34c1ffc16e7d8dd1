import { notarizationCalls as calls, type MatterDraft } from '@proofkeep/contract';
import { describe, expect, it } from 'vitest';
import { type Login, useService } from '../../testing/service.ts';
import { textParties } from './party-texts.ts';
import { idNumber, type Notary, useMatters } from './testing/matters.ts';

const service = useService();
const matters = useMatters(service);

/** Runs every job of a matter twice, as after a crash before it was marked as done. */
async function runJobs(matterId: string): Promise<void> {
  const { database, now, services } = service;
  const { rows } = await database.pool.query<{ data: { matterId: string; seq: number } }>(
    `select data from job.job where name = 'text-parties' and data ->> 'matterId' = $1 order by created_on`,
    [matterId],
  );
  const { textMessages, publicUrl } = services;
  for (const { data } of [...rows, ...rows])
    await textParties({ database, textMessages, publicUrl, clock: () => now }, data);
}

/** The text messages that these jobs sent to a phone, oldest first; leaves out codes and notices of booked sessions. */
const toldAbout = async ({ no }: { no: string }, phone: string): Promise<string[]> =>
  (await service.messages(phone)).filter((body) => body.includes(no) && !/验证码是/.test(body)).toReversed();

const partiesOf = (phones: readonly string[]): MatterDraft['parties'] =>
  phones.map((phone, at) => ({
    kind: 'person' as const,
    role: at === 0 ? ('applicant' as const) : ('counterparty' as const),
    name: ['王芳', '李明', '赵敏'][at] ?? '',
    idNumber: idNumber(),
    phone,
  }));

const start = async (): Promise<[Login, Notary, string]> => [
  await service.given.login(),
  await matters.notary(),
  service.given.phone(),
];

describe('the parties of a matter', () => {
  it('get one text message about documents to sign, new versions and the deed; the holder gets none', async () => {
    const [holder, notary, phone] = await start();
    const matter = await matters.ready(holder, notary, { parties: partiesOf([holder.phone, phone]) });
    const link = `${new URL(`/h5sign/login/${matter.no}`, service.services.publicUrl)}`;
    await runJobs(matter.id);
    expect(await toldAbout(matter, phone)).toEqual([expect.stringMatching(/文书已备好/)]);
    expect((await toldAbout(matter, phone))[0]).toContain(`${link} `);

    await matters.signAll(holder, matter.id);
    await matters.decide('amendMatter', { id: matter.id, reason: '姓名有误，重新制作' }, notary);
    await runJobs(matter.id);
    expect((await toldAbout(matter, phone)).slice(1)).toEqual([
      expect.stringMatching(/此前的签名不再有效.*\/h5sign\/login/),
    ]);

    service.now = new Date(service.now.getTime() + 120_000);
    await matters.signAll(holder, matter.id);
    await matters.decide('issueDeed', { id: matter.id, text: '兹证明前面的声明书系本人签署。' }, notary);
    await runJobs(matter.id);
    expect((await toldAbout(matter, phone)).slice(2)).toEqual([
      expect.stringContaining(
        `已出具公证书，可在此核验：${new URL('/', service.services.publicUrl)}website-show/query?matter=${matter.no} `,
      ),
    ]);
    expect(await toldAbout(matter, holder.phone)).toEqual([]);
  });

  it('get a message about a step only if they must repeat it, and about the end only if they took part', async () => {
    const [holder, notary, phone] = await start();
    const other = service.given.phone();
    const parties = partiesOf([holder.phone, phone, other]);
    const { id, no } = await matters.apply(holder, notary.officeId, { parties });
    await matters.decide('acceptMatter', { id }, notary);
    await matters.decide('waiveFee', { id, reason: '法律援助，免收公证费' }, notary);
    const { people } = await matters.info(holder, id);
    for (const { id: partyId } of people)
      await matters.decide('identifyParty', { id, partyId, note: '当面核对身份证原件' }, notary);
    const partyId = people.find(({ name }) => name === '李明')?.id;
    await matters.decide('repeatSteps', { id, partyId, steps: ['live-video'], reason: '视频不清晰' }, notary);
    await runJobs(id);

    expect(await toldAbout({ no }, phone)).toEqual([expect.stringMatching(/重新完成身份核验.*\/h5sign\/login/)]);
    expect(await toldAbout({ no }, other)).toEqual([]);

    await service.ask(calls.abandonMatter, { id, reason: '不再需要公证' }, { as: holder.token });
    await runJobs(id);
    for (const one of [phone, other])
      expect((await toldAbout({ no }, one)).at(-1)).toMatch(/已终止，没有出具公证书，.*电话 0755-26001234/);

    const early = await matters.apply(holder, notary.officeId, { parties: partiesOf([holder.phone, phone]) });
    await service.ask(calls.abandonMatter, { id: early.id, reason: '不再需要公证' }, { as: holder.token });
    await runJobs(early.id);
    expect(await toldAbout(early, phone)).toEqual([]);
  });

  it('get no message about what they did before the job ran', async () => {
    const [holder, notary, phone] = await start();
    const matter = await matters.ready(holder, notary, { parties: partiesOf([holder.phone, phone]) });

    await matters.signAll(holder, matter.id);
    await runJobs(matter.id);

    expect(await toldAbout(matter, phone)).toEqual([]);
  });
});
