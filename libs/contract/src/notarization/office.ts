import { z } from 'zod';
import { Cents } from '../money/money.ts';
import { Count } from '../shared/lists.ts';
import { nameOf } from '../shared/names.ts';
import { MatterKind } from './kinds.ts';

/** Lengths of the texts about an office. */
export const officeLength = {
  name: { min: 4, max: 60 },
  address: { min: 4, max: 160 },
  phone: { min: 6, max: 27 },
  numberPrefix: { min: 1, max: 12 },
  licenceNo: { min: 2, max: 40 },
} as const;

/** An office as the console edits it. */
export const OfficeForm = z.strictObject({
  name: nameOf(officeLength.name),
  address: z.string().trim().min(officeLength.address.min).max(officeLength.address.max),
  phone: z
    .string()
    .trim()
    .regex(/^(\+?\d[\d -]{4,24}\d)$/, 'contactPhone'),
  /** Short name that precedes the numbers of deeds, such as 深证. */
  numberPrefix: z.string().trim().min(officeLength.numberPrefix.min).max(officeLength.numberPrefix.max),
});
export type OfficeForm = z.infer<typeof OfficeForm>;

/** A notary's own office. */
export const OwnOffice = OfficeForm.extend({
  id: z.string(),
  isOpen: z.boolean(),
  sealUrl: z.string(),
  notaries: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      licenceNo: z.string(),
      /** Open matters that they handle. */
      openMatters: Count,
    }),
  ),
  fees: z.array(z.strictObject({ kind: MatterKind, feeCents: Cents })),
});
export type OwnOffice = z.infer<typeof OwnOffice>;
