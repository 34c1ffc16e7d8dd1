import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Bucket } from './s3-bucket.ts';
import type { TemporaryFile } from './store.ts';

/** Most parts of one object (S3 User Guide, Multipart upload limits). */
export const mostParts = 10_000;

/** Tries a request again if its failure may pass. */
export type Retry = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Writes an object in parts, with one in memory at a time. The object exists only once all parts are sent and match the
 * file's digest; otherwise the sent parts are removed. A crash leaves parts that `removeUnfinished` finds.
 * @param isThere whether the key is taken: checked again just before the object is completed, because some services that
 * honour conditions ignore them there
 * @returns false if the key is taken
 * @throws the error of the service: status 412 if it honours the condition and the key is taken
 */
export async function writeInParts(
  { client, name, base, partBytes }: Bucket,
  key: string,
  file: TemporaryFile,
  { retry, isThere }: { retry: Retry; isThere: () => Promise<boolean> },
): Promise<boolean> {
  const object = { Bucket: name, Key: `${base}${key}` };
  const { UploadId } = await retry(() => client.send(new CreateMultipartUploadCommand(object)));
  const upload = { ...object, UploadId };
  // If it fails, `removeUnfinished` removes the parts.
  const abort = () => client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
  try {
    const sha256 = createHash('sha256');
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for await (const bytes of partsOf(file, partBytes)) {
      sha256.update(bytes);
      // The service checks each part against it. A part that is sent again replaces itself.
      const ContentMD5 = createHash('md5').update(bytes).digest('base64');
      const PartNumber = Parts.length + 1;
      const sent = () => client.send(new UploadPartCommand({ ...upload, PartNumber, Body: bytes, ContentMD5 }));
      Parts.push({ PartNumber, ETag: (await retry(sent)).ETag });
    }
    if (sha256.digest('hex') !== file.sha256) throw new Error(`${file.path} changed while it was sent`);
    if (await isThere()) {
      await abort();
      return false;
    }
    const complete = { ...upload, MultipartUpload: { Parts }, IfNoneMatch: '*' };
    await client.send(new CompleteMultipartUploadCommand(complete));
    return true;
  } catch (error) {
    await abort();
    throw error;
  }
}

async function* partsOf({ path, size }: TemporaryFile, partBytes: number): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (let at = 0; at < size; at += partBytes) {
      const part = Buffer.allocUnsafe(Math.min(partBytes, size - at));
      let length = 0;
      while (length < part.length) {
        const { bytesRead } = await file.read(part, length, part.length - length, at + length);
        if (bytesRead === 0) throw new Error(`${path} is shorter than ${size} bytes`);
        length += bytesRead;
      }
      yield part;
    }
  } finally {
    await file.close();
  }
}

/** Removes the parts of objects that were begun before a time and never completed: they are in no list and cost storage. */
export async function removeUnfinished({ client, name, base }: Bucket, before: Date): Promise<void> {
  let after: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {};
  while (after) {
    const asked = new ListMultipartUploadsCommand({ Bucket: name, Prefix: base, ...after });
    const page: ListMultipartUploadsCommandOutput = await client.send(asked);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }));
    after = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
      : undefined;
  }
}
