import { z } from 'zod';
import { attestationSearchLength } from '../shared/limits.ts';
import { several } from '../shared/lists.ts';
import { AttestationKind, attestationKinds } from './attestation.ts';
import { Ano, Label } from './fields.ts';
import { AttestationState, attestationStateTable } from './states.ts';
import { StateGroup } from './submissions.ts';

const time = z.iso.datetime();

/** Filters of the list of attestations. */
export const listFilter = {
  /**
   * Words that must all occur in number, name, URL, title, remark, file names, digests or the text of the captured
   * page.
   */
  search: z.string().trim().max(attestationSearchLength).default(''),
  kinds: several(AttestationKind, attestationKinds.length).optional(),
  states: several(AttestationState, attestationStateTable.states.length).optional(),
  group: StateGroup.optional(),
  labels: several(Label, 20).optional(),
  /** Only attestations with these numbers. */
  anos: several(Ano, 100).optional(),
  /** Only attestations of this submission. */
  batchId: z.uuid().optional(),
  from: time.optional(),
  to: time.optional(),
};

/** Columns by which the list of attestations can be sorted. */
export const sortings = ['createdAt', 'changedAt', 'name'] as const;

/** How the list of attestations is sorted. */
export const listOrder = {
  sort: z.enum(sortings).default('createdAt'),
  order: z.enum(['descend', 'ascend']).default('descend'),
};
