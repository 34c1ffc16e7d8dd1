import { z } from 'zod';

/** Maximum length of a login name. */
export const loginNameLength = 40;
const pattern = /^[A-Za-z][A-Za-z0-9._-]{2,39}$/;

/** Name a sub-account signs in with beside the phone. Begins with a letter, so it is never a phone; case is ignored. */
export const LoginName = z.string().regex(pattern, 'loginName');
/** Checks for a `LoginName` without a schema, for forms. */
export const isLoginName = (value: unknown): boolean => typeof value === 'string' && pattern.test(value);
