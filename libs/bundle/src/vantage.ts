import { z } from 'zod';
import { line } from './fields.ts';

/** Where a capture node is, as its operator states it. */
export const Place = z.strictObject({
  /** As given, in any language: “Shanghai, China Telecom”. */
  name: line.min(1).max(60),
  /** ISO 3166-1 country, or ISO 3166-2 subdivision: `CN`, `CN-SH`. */
  region: z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/),
});
export type Place = z.infer<typeof Place>;

/**
 * Reasons why there is no second record: the first record's node states no place; no node in another place was free in time; its
 * capture failed; faults of nodes.
 */
export const secondFailures = ['no-place', 'no-node', 'page', 'fault'] as const;
/** Why there is no second record. */
export type SecondFailure = (typeof secondFailures)[number];

/** Folder of the second record; below it, files have the paths that the first record's have below `data/`. */
export const secondFolder = 'data/second/';
/** Path of the sealer's comparison of both records (`Comparison`). */
export const comparisonPath = 'data/comparison.json';

/** Path in the second record that corresponds to a path below `data/`. */
export const secondPath = (path: string): string => `${secondFolder}${path.slice('data/'.length)}`;
