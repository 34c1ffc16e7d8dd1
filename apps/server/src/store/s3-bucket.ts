import { ListObjectVersionsCommand, type ListObjectVersionsCommandOutput, type S3Client } from '@aws-sdk/client-s3';

export interface Bucket {
  client: S3Client;
  name: string;
  /** What every key begins with: empty, or ends in a slash. */
  base: string;
  /** A key that is taken is not written again when the request says so (If-None-Match, RFC 9110 §13.1.2). */
  hasConditions: boolean;
  /** What is written over or removed stays, as a version, until that is removed by its name. */
  isVersioned: boolean;
  /** Objects can be locked until a time. */
  hasLock: boolean;
}

export interface Version {
  key: string;
  version?: string | undefined;
}

/** All under the prefix, also those that were written over or removed, and the marks of a removal; of one key the newest first. */
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

/** HTTP status of a refusal, undefined when there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** Undefined when it was refused with one of these. */
export async function unlessStatus<T>(statuses: readonly number[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (statuses.includes(statusOf(error) ?? 0)) return undefined;
    throw error;
  }
}
