import { ConsentDetail, ConsentWords, HandwritingStrokes, readSealed, toHex } from '@proofkeep/bundle';
import type { PdfPicture } from '@proofkeep/pki';
import { detail, detailOf, problem } from '../details.ts';
import type { MatterContext } from './context.ts';
import { drawsStrokes } from './picture.ts';

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

/** Checks that a signature's picture draws the strokes that the bundle has, and nothing else. */
export function checkPicture(
  { note, handwriting }: MatterContext,
  subject: string,
  { name, handwritingSha256, picture }: { name: string; handwritingSha256: string; picture: PdfPicture | null },
): void {
  const strokes = handwriting.get(handwritingSha256);
  if (!strokes) return;
  const who = { who: name };
  if (picture && drawsStrokes(picture, strokes))
    note('handwriting', 'passed', { subject, detail: detail('handwriting-drawn', who) });
  else note('handwriting', 'failed', { subject, detail: detail('handwriting-other', who) });
}
