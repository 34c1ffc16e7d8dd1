import { z } from 'zod';

/** Maximum length of a user name. */
export const userNameLength = 40;
const pattern = /^[a-z][a-z0-9._-]{2,39}$/;

/** User name of a staff member. Only lower-case letters, digits, `.`, `-` and `_`, so that no two names look alike. */
export const UserName = z.string().trim().toLowerCase().regex(pattern, 'loginName');
/** Checks a `UserName` without a schema, for forms. */
export const isUserName = (text: unknown): boolean =>
  typeof text === 'string' && pattern.test(text.trim().toLowerCase());
