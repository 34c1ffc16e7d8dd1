import { isIP } from 'node:net';
import { z } from 'zod';

/** A comma-separated list; empty by default. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** Whether the URL is free of credentials, which would end up in logs and messages. */
export const hasNoPassword = (text: string) =>
  !URL.canParse(text) || new URL(text).username + new URL(text).password === '';

const isOfThisMachine = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** Whether the text is an address, or a network other than /0 (RFC 4632, RFC 4291 §2.3). */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= longest);
}

/** A JSON list whose items have unique names. */
export const listOfJson = <Item extends z.ZodObject>(item: Item, name: keyof z.output<Item>) =>
  z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.array(item))
    .refine((list) => new Set(list.map((one) => one[name])).size === list.length, 'contains a name twice');

/** Whether requests to the URL can't be read in transit: TLS, or this machine. */
export const isSafe = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && isOfThisMachine(text));
};

/** A gateway that receives secrets: requires TLS, except on this machine. */
export const safeGateway = z.url({ protocol: /^https?$/ }).refine(isSafe, 'https:, or http: on this machine');

/** Origin of a test server that replaces an identity provider. */
export const standIn = safeGateway.transform((url) => new URL(url).origin).optional();

export const isUnique = (names: readonly string[]) => new Set(names).size === names.length;
