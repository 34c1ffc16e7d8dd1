import { ListObjectVersionsCommand, type ListObjectVersionsCommandOutput, type S3Client } from '@aws-sdk/client-s3';

export interface Bucket {
  client: S3Client;
  name: string;
  /** Prefix of every key: empty, or ends in a slash. */
  base: string;
  /** Honours conditional writes (If-None-Match, RFC 9110 §13.1.2), so that an existing key isn't overwritten. */
  hasConditions: boolean;
  /** Overwritten and removed objects remain as versions until they are deleted by version id. */
  isVersioned: boolean;
  /** Supports object lock. */
  hasLock: boolean;
  /** Larger files are sent in parts: one PutObject accepts at most 5 GiB (S3 User Guide, Uploading objects). */
  singleBytes: number;
  /** Size of a part, at least 5 MiB. */
  partBytes: number;
}

/** How large files are sent. */
export type PartSizes = Pick<Bucket, 'singleBytes' | 'partBytes'>;

export const usualParts: PartSizes = { singleBytes: 5 * 2 ** 30, partBytes: 16 * 2 ** 20 };

export interface Version {
  key: string;
  version?: string | undefined;
}

/** All versions and delete markers under the prefix; newest first for each key. */
export async function versionsUnder({ client, name, base }: Bucket, prefix: string): Promise<Version[]> {
  const found: Version[] = [];
  let after: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
  while (after) {
    const asked = new ListObjectVersionsCommand({ Bucket: name, Prefix: `${base}${prefix}`, ...after });
    const page: ListObjectVersionsCommandOutput = await client.send(asked);
    for (const { Key = '', VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
      found.push({ key: Key.slice(base.length), version: VersionId });
    after = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker ?? '', VersionIdMarker: page.NextVersionIdMarker ?? '' }
      : undefined;
  }
  return found;
}

/** HTTP status of a failed request; undefined if there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** Undefined if the request failed with one of these statuses. */
export async function unlessStatus<T>(statuses: readonly number[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (statuses.includes(statusOf(error) ?? 0)) return undefined;
    throw error;
  }
}
