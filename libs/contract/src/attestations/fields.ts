import { z } from 'zod';
import { mostLabels } from '../shared/limits.ts';
import { several } from '../shared/lists.ts';

/** Attestation number as a client sends it. */
export const Ano = z.string().trim().min(1).max(40);
/** One label. */
export const Label = z.string().trim().min(1).max(30);
/** Labels of an attestation; may be empty, because a form sends the remaining labels after removals. */
export const Labels = several(Label, mostLabels).or(z.tuple([])).default([]);
