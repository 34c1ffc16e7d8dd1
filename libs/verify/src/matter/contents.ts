import {
  ConsentDetail,
  ConsentWords,
  HandwritingStrokes,
  type JournalEntry,
  RoomConsentDetail,
  readSealed,
  toHex,
} from '@proofkeep/bundle';
import type { PdfPicture } from '@proofkeep/pki';
import { detail, detailOf, problem } from '../details.ts';
import type { MatterContext } from './context.ts';
import { drawingOf, drawsStrokes } from './picture.ts';

const handwritingPath = /^handwriting\/([0-9a-f]{64})\.json$/;
const consentPath = /^consent\/([0-9a-f]{64})\.json$/;

/** Checks strokes and consent words if the bundle has them: their digests must match the journal. */
export async function checkContents(context: MatterContext): Promise<void> {
  const { manifest, record, entries, handwriting } = context;
  const consents = entries.flatMap(({ entry }) => consentOf(entry) ?? []);
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

/** Consent to the statement of the phone pages, or to the recording of a video session. */
const consentOf = ({ event, detail }: JournalEntry) =>
  (event === 'room-consented' ? RoomConsentDetail : ConsentDetail).safeParse(detail).data;

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

/** Checks that a signature's picture draws exactly the strokes in the bundle. */
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

/** Compares the drawing of a seal with the digest that the journal has; without one, the report says that it was not compared. */
export function checkSealPicture(
  { note, sha256: digestOf }: MatterContext,
  subject: string,
  { name, picture, sha256 }: { name: string; picture: PdfPicture | null; sha256: string | null },
): void {
  const who = { who: name };
  if (sha256 === null) {
    note('seal-picture', 'not-checked', { subject, detail: detail('seal-unrecorded', who), required: false });
    return;
  }
  const drawing = picture && drawingOf(picture);
  const isRecorded = drawing !== null && toHex(digestOf(new TextEncoder().encode(drawing))) === sha256;
  if (isRecorded) note('seal-picture', 'passed', { subject, detail: detail('seal-drawn', who) });
  else note('seal-picture', 'failed', { subject, detail: detail('seal-other', who) });
}
