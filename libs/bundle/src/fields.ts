import { z } from 'zod';

export const digest = z.string().regex(/^[0-9a-f]{64}$/);
export const time = z.iso.datetime({ precision: 3 });
export const size = z.int().nonnegative();
/** Words of strangers, which go to terminals: no control characters. */
export const line = z.string().regex(/^\P{Cc}*$/u);
