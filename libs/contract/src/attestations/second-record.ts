import { z } from 'zod';

/** Where a capture node is, as its operator states it; shown as given in every language. */
export const NodePlace = z.strictObject({
  /** Such as “Shanghai, China Telecom”. */
  name: z
    .string()
    .trim()
    .regex(/^\P{Cc}{1,60}$/u),
  /** ISO 3166-1 country or ISO 3166-2 subdivision: `CN`, `CN-SH`. */
  region: z.string().regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/),
});
export type NodePlace = z.infer<typeof NodePlace>;

/** One of the records of a page: the first, or the one from another place. */
export const RecordName = z.enum(['first', 'second']);
export type RecordName = z.infer<typeof RecordName>;

/** How long after the first record began a node in another place may begin the second. */
export const secondRecordLimitMs = 300_000;

/** States of a second record (`secondRecordStateTable`). */
export const SecondRecordState = z.enum(['waiting', 'capturing', 'delivered', 'failed', 'ended']);
export type SecondRecordState = z.infer<typeof SecondRecordState>;

/**
 * Why there is no second record: the first record's node states no place, so other places can't be told apart from it;
 * no node in another place was free in time; its capture failed; faults of nodes.
 */
export const secondRecordFailures = ['no-place', 'no-node', 'page', 'fault'] as const;
/** Why there is no second record. */
export const SecondRecordFailure = z.enum(secondRecordFailures);
export type SecondRecordFailure = z.infer<typeof SecondRecordFailure>;

/** The second record of a page, as its account and its recipients see it. */
export const SecondRecord = z.strictObject({
  state: SecondRecordState,
  /** Place of the first record; null before a node took it, or if that has none. */
  from: NodePlace.nullable(),
  place: NodePlace.nullable(),
  why: SecondRecordFailure.nullable(),
  /** When its capture began; null before it is sealed, and in lists. */
  startedAt: z.iso.datetime().nullable(),
});
export type SecondRecord = z.infer<typeof SecondRecord>;

const tile = z.strictObject({ path: z.string(), widthPx: z.int(), heightPx: z.int() });
const both = <Schema extends z.ZodType>(schema: Schema) => z.tuple([schema, schema]);

/** The differences between two records of a page: the sealed comparison, with the texts that it refers to. */
export const ShownComparison = z.strictObject({
  places: both(NodePlace),
  startedAt: both(z.iso.datetime()),
  /**
   * Null where one of the records has no text. `changes` are the first hundred of `total`, each with at most 20 lines of
   * 500 characters; “…” marks where a longer line was cut.
   */
  text: z
    .strictObject({
      total: z.int(),
      changes: z.array(z.strictObject({ at: both(z.int()), lines: both(z.array(z.string())) })),
    })
    .nullable(),
  prices: z
    .strictObject({
      count: z.int(),
      changes: z.array(
        z.strictObject({ name: z.string(), variant: z.string().nullable(), values: both(z.array(z.string())) }),
      ),
    })
    .nullable(),
  /** Null where the pictures weren't compared. */
  picture: z
    .strictObject({
      sizes: both(z.strictObject({ width: z.int(), height: z.int() })),
      tiles: z.int(),
      changed: z.int(),
      boxes: z.array(z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })),
    })
    .nullable(),
  main: z.strictObject({
    status: both(z.int().nullable()),
    finalUrl: both(z.string().nullable()),
    serverAddress: both(z.string().nullable()),
    certificate: both(z.string().nullable()),
  }),
  /** Tiles of the two screenshots by their paths in the bundle, from the top down. */
  pictures: both(z.array(tile)),
});
export type ShownComparison = z.infer<typeof ShownComparison>;
