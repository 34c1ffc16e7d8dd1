import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawMatterDocument } from '../../apps/server/src/features/notarization/documents/draw.ts';
import { drawHandwriting, drawSeal } from '../../apps/server/src/features/notarization/documents/pictures.ts';
import { documentSigner } from '../../apps/server/src/kit/document-signer.ts';
import { openAuthority, timestampAuthority } from '../../libs/seal/src/index.ts';
import { printTable, spread } from '../kit/table.ts';

const signers = ['王芳', '李强', '赵敏', '陈立'].map((name) => ({ partyId: name, name }));
const paragraph = '申请人向本处申请办理公证，并如实陈述了与公证事项有关的事实，提交了真实、合法、充分的证明材料。';
const strokes = [0, 1, 2].map((at) =>
  Array.from({ length: 30 }, (_, n) => ({
    x: 60 + at * 90 + n * 3,
    y: 60 + (n % 7) * 12,
    t: at * 700 + n * 16,
    p: 0.5,
  })),
);

/** Draws a three-page document and adds four signatures and the office's seal, each with a timestamp. */
async function sealOne(signer: ReturnType<typeof documentSigner>, at: Date): Promise<number> {
  const section = (heading: string) => ({
    heading: [heading, ''] as const,
    paragraphs: Array.from({ length: 18 }, () => paragraph),
  });
  const content = { title: ['询问笔录', 'Transcript'] as const, no: 'GZ00000000001', officeName: '福州市存真公证处' };
  const drawn = await drawMatterDocument({
    ...content,
    sections: ['询问', '告知', '回答'].map(section),
    signers,
    notaryName: '陈立',
    qr: 'https://example.com/query/matter/GZ00000000001',
    drawnAt: at,
  });
  let { pdf } = drawn;
  for (const { partyId, name } of signers) {
    const place = drawn.places.signers[partyId];
    if (!place) throw new Error(`There is no place for ${name}.`);
    pdf = await signer.sign(pdf, {
      signerName: name,
      reason: '签名',
      at,
      appearance: { picture: drawHandwriting(strokes), ...place },
    });
  }
  pdf = await signer.sign(pdf, {
    signerName: content.officeName,
    reason: '出具公证书',
    at,
    appearance: { picture: await drawSeal(content.officeName), ...drawn.places.seal },
  });
  return pdf.length;
}

/** Prints the duration and CPU time for a document with four signers. */
export async function sealFourSigners(rounds = 10): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'bench-matters-'));
  const authority = await openAuthority(home);
  const signer = documentSigner(authority, timestampAuthority(authority.tsa));
  const [walls, cpus]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let round = -2; round < rounds; round++) {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    bytes = await sealOne(signer, new Date());
    if (round < 0) continue;
    const used = process.cpuUsage(cpu);
    walls.push(performance.now() - begun);
    cpus.push((used.user + used.system) / 1000);
  }
  printTable(
    ['a document with four signers', 'time, ms', 'CPU, ms', 'size, KiB'],
    [['drawn, signed four times, sealed', spread(walls, 0), spread(cpus, 0), (bytes / 1024).toFixed(0)]],
  );
  await rm(home, { recursive: true, force: true });
}
