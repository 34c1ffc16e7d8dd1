import { z } from 'zod';
import { nameLength } from './limits.ts';

/** Control and format characters, including bidirectional overrides, and ends of lines and paragraphs. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Matches text that mail programs and phones turn into links. */
const address = /:\/\/|www\./i;

/**
 * Whether a text may appear in messages to other users as a name: it is printable, on one line, and contains no link.
 * Otherwise a user could send strangers any text as a name.
 */
export const isName = (text: string): boolean => !unprintable.test(text) && !address.test(text);

/** A name with a maximum length, trimmed. */
export const nameOf = ({ min = 1, max }: { min?: number; max: number }) =>
  z.string().trim().min(min).max(max).refine(isName, 'name');

/** Name of a person or an account. */
export const Name = nameOf({ max: nameLength });

/**
 * Distinguishes accounts of the same name: the credit code of the certified company, otherwise the holder's masked
 * phone number.
 */
export const AccountCode = z.string();
