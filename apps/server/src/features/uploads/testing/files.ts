import { type Call, Envelope, type ReplyOf, type SentOf } from '@proofkeep/contract';
import sharp from 'sharp';
import { formFile } from '../../../testing/form-file.ts';
import { addressOf, type TestService } from '../../../testing/service.ts';

/** Sends a file as a browser's form does. */
export async function sendFile<C extends Call>(
  { app }: TestService,
  call: C,
  input: SentOf<C>,
  file: { as: string; bytes: Uint8Array; name?: string; mediaType?: string },
) {
  const { name = 'card.jpg', mediaType = 'image/jpeg' } = file;
  const { url, rest } = addressOf(call, input as Record<string, unknown>);
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  const { headers, payload } = formFile(file.bytes, { name, mediaType });
  const response = await app.inject({
    method: 'POST',
    url: query ? `${url}?${query}` : url,
    headers: { 'x-auth-token': file.as, ...headers },
    payload,
  });
  const { data, errorCode = null } = Envelope.parse(response.json());
  return { status: response.statusCode, data: data as ReplyOf<C>, refused: errorCode };
}

/** A photograph with a location and a comment in its metadata. */
export const photograph = (o: { width?: number; height?: number } = {}): Promise<Buffer> =>
  sharp({ create: { width: o.width ?? 640, height: o.height ?? 400, channels: 3, background: '#88aacc' } })
    .withExif({ IFD0: { ImageDescription: 'secret-remark' }, IFD3: { GPSLatitude: '39/1 54/1 0/1' } })
    .jpeg()
    .toBuffer();

/** Enough of a PDF to be recognized as one. */
export const paper = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
