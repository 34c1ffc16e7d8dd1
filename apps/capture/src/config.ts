import { availableParallelism, hostname, tmpdir, totalmem } from 'node:os';
import { defaultTimeServers, isTimeServer } from '@proofkeep/bundle/time-servers';
import { CaptureLimits, NodeName } from '@proofkeep/contract';
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

/** A socket's path has at most 107 bytes (unix(7)); below the temporary folder, Chromium makes this one. */
const longestTmpdir = 107 - '/pk-4194304-XXXXXX/t/org.chromium.Chromium.XXXXXX/SingletonSocket'.length;

/** Where captures keep temporary files. A longer path would keep every browser from starting. */
const temporaryFolder = z
  .string()
  .default(() => tmpdir())
  .refine((path) => Buffer.byteLength(path) <= longestTmpdir, {
    error: ({ input }) =>
      `The path has ${Buffer.byteLength(String(input))} bytes; at most ${longestTmpdir} are possible, because Chromium makes a socket below it. Set TMPDIR to a shorter path, such as /tmp.`,
  });

/** Every key one capture reads from the environment, each with its consequence. Nothing else of it reads the environment. */
const CaptureConfig = z.object({
  /** Who operates this node, ideally with a contact address. Written into every network record (WARC `operator`). */
  CAPTURE_OPERATOR: z.string().max(200).default('not stated'),
  TMPDIR: temporaryFolder,
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
  /**
   * Time servers that each capture asks before and after (SNTP over UDP), comma-separated, `host` or `host:port`. Two must agree,
   * and most of those that answer; otherwise the evidence says that the clock was not compared, as with an empty list.
   */
  NTP_SERVERS: z
    .string()
    .default(defaultTimeServers)
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .pipe(z.array(z.string().refine(isTimeServer, 'host, host:port or [address]:port'))),
});
export type CaptureConfig = z.infer<typeof CaptureConfig>;

const nameOfHost = hostname()
  .replace(/[^A-Za-z0-9._-]/g, '-')
  .replace(/^[^A-Za-z0-9]*/, '')
  .slice(0, 100);

/** One for each core, as far as the memory goes that a browser may take. */
const concurrency = Math.min(availableParallelism(), Math.floor(totalmem() / CaptureLimits.parse({}).memoryBytes));

/** Every key that a node which leases captures reads beside those of its captures, each with its consequence. */
const NodeConfig = z.object({
  TMPDIR: temporaryFolder,
  /** Where the service is. Over a network use `https:`: whoever reads the token on its way may take captures and forge them. */
  SERVICE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  /** What the service lets nodes in with; the captures themselves do not get to know it. */
  NODE_TOKEN: z.string().min(32),
  /** How the custody record names this node; absent: the host's name. */
  NODE_NAME: NodeName.default(nameOfHost || 'node'),
  /** Captures made at the same time; absent: one for each core, as long as each has 1.5 GiB of memory. */
  CAPTURE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(Math.max(1, concurrency)),
});
export type NodeConfig = z.infer<typeof NodeConfig>;

/** Throws a `ZodError` naming each key that is wrong. An empty value counts as absent, but an empty list of time servers is one. */
export const readConfig = (environment: NodeJS.ProcessEnv): CaptureConfig => CaptureConfig.parse(setIn(environment));

/** As above. */
export const readNodeConfig = (environment: NodeJS.ProcessEnv): NodeConfig => NodeConfig.parse(setIn(environment));

const setIn = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([key, value]) => value !== '' || key === 'NTP_SERVERS'));
