import { z } from 'zod';

/** `name=address` pairs; a name given several times has several addresses. */
const hosts = z
  .string()
  .default('')
  .transform((text, issues) => {
    const map = new Map<string, string[]>();
    for (const pair of text.split(',').filter((item) => item.trim() !== '')) {
      const [name, address, ...rest] = pair.split('=').map((part) => part.trim());
      if (!name || !address || rest.length > 0) {
        issues.addIssue({ code: 'custom', message: `“${pair}” is not of the form name=address.` });
        return z.NEVER;
      }
      map.set(name, [...(map.get(name) ?? []), address]);
    }
    return map;
  });

/** Every key the capture node reads from the environment, each with its consequence. Nothing else of it reads the environment. */
const CaptureConfig = z.object({
  /** The browser to start; absent: the first one found where the system keeps it. Its digest goes into every report. */
  CHROMIUM_PATH: z.string().optional(),
  /** Where the node keeps what is costly to find out again; absent: it finds it out for each capture. */
  CAPTURE_CACHE: z.string().optional(),
  /** SHA-256 of public keys (base64, comma-separated) that the browser takes as valid although no authority vouches for them. For tests: anyone who holds such a key can pose as any site. */
  CAPTURE_TRUST_SPKI: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((item) => item.trim() || [])),
  /** Names answered from here and not by a resolver (`name=address`, comma-separated). For tests: the evidence would name an address that no resolver gave. */
  CAPTURE_HOSTS: hosts,
});
export type CaptureConfig = z.infer<typeof CaptureConfig>;

/** Throws a `ZodError` naming each key that is wrong. An empty value counts as absent. */
export function readConfig(environment: NodeJS.ProcessEnv): CaptureConfig {
  return CaptureConfig.parse(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')));
}
