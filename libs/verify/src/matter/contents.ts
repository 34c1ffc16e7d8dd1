import { ConsentDetail, ConsentWords, HandwritingStrokes, readSealed, toHex } from '@proofkeep/bundle';
import { detail, detailOf, problem } from '../details.ts';
import type { MatterContext } from './context.ts';

const handwritingPath = /^handwriting\/([0-9a-f]{64})\.json$/;
const consentPath = /^consent\/([0-9a-f]{64})\.json$/;

/** Checks strokes and words of consent, if the bundle has them: each is what the journal names by its digest. */
export async function checkContents(context: MatterContext): Promise<void> {
  const { manifest, record, entries, handwriting } = context;
  const consents = entries.flatMap(({ entry }) => ConsentDetail.safeParse(entry.detail).data ?? []);
  for (const { path: subject } of manifest.parts) {
    const written = handwritingPath.exec(subject)?.[1];
    const agreed = consentPath.exec(subject)?.[1];
    if (written !== undefined)
      await checkPart(context, 'handwriting', { subject, digest: written }, (bytes) => {
        if (!record?.signatures.some(({ handwritingSha256 }) => handwritingSha256 === written))
          throw problem('content-unstated');
        handwriting.set(written, readSealed(HandwritingStrokes, bytes, subject));
      });
    if (agreed !== undefined)
      await checkPart(context, 'consent', { subject, digest: agreed }, (bytes) => {
        readSealed(ConsentWords, bytes, subject);
        if (!consents.some(({ wordsSha256 }) => wordsSha256 === agreed)) throw problem('content-unstated');
      });
  }
}

async function checkPart(
  { note, part, sha256 }: MatterContext,
  check: 'handwriting' | 'consent',
  { subject, digest }: { subject: string; digest: string },
  requireStated: (bytes: Uint8Array) => void,
): Promise<void> {
  try {
    const bytes = await part(subject);
    if (toHex(sha256(bytes)) !== digest) throw problem('digest', { algorithm: 'SHA-256' });
    requireStated(bytes);
    note(check, 'passed', { subject });
  } catch (error) {
    note(check, 'failed', { subject, detail: detailOf(error) });
  }
}

const pointText = (value: number): string => `${Math.round(value * 100) / 100}`;

/** Checks that a signature's picture draws the strokes: its lines go through every point, and through no other. */
export function checkPicture(
  { note, handwriting }: MatterContext,
  subject: string,
  { name, handwritingSha256, picture }: { name: string; handwritingSha256: string; picture: string | null },
): void {
  const strokes = handwriting.get(handwritingSha256);
  if (!strokes) return;
  const expected = strokes.flatMap((stroke) =>
    (stroke.length > 1 ? stroke : [...stroke, ...stroke]).map(
      ({ x, y }, at) => `${pointText(x)} ${pointText(y)} ${at === 0 ? 'm' : 'l'}`,
    ),
  );
  const found = [...(picture ?? '').matchAll(/(-?[\d.]+ -?[\d.]+ [ml])\b/g)].map(([, point]) => point);
  const isSame = found.length === expected.length && found.every((point, at) => point === expected[at]);
  if (isSame) note('handwriting', 'passed', { subject, detail: detail('handwriting-drawn', { who: name }) });
  else note('handwriting', 'failed', { subject, detail: detail('handwriting-other', { who: name }) });
}
