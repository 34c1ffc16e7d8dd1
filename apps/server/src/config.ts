import { resolve } from 'node:path';
import { z } from 'zod';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

const hasNoPassword = (text: string) => !URL.canParse(text) || new URL(text).username + new URL(text).password === '';

/**
 * Every key the product reads from the environment, each with its consequence. Nothing else reads the environment,
 * but for the capture node's own keys (`apps/capture/src/config.ts`).
 */
const Config = z.object({
  /** Folder of everything that must survive: database, evidence, keys, published log. Losing it loses the evidence. */
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  /** A PostgreSQL server to use; absent: the embedded one under `DATA_DIR`, up for as long as a command needs it. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Destinations that captures may reach although they are not public: `host:port`, `address:port` or CIDR, comma-separated. Opens them to every captured page. */
  EGRESS_ALLOW: list,
  /**
   * Outside RFC 3161 authorities asked beside the embedded one, comma-separated. One that gives no token does not stop the
   * seal; its address, without the query, and the reason stand in the bundle and on the certificate for everybody to read.
   */
  TSA_URLS: list.pipe(z.array(z.url({ protocol: /^https?$/ }).refine(hasNoPassword, 'no user or password in it'))),
  /** Who is named as operator in manifest and certificate. */
  OPERATOR: z.string().max(200).default('command line'),
});
export type Config = z.infer<typeof Config>;

/** Throws a `ZodError` naming each key that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return Config.parse(set);
}
