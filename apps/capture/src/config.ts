import { availableParallelism, hostname, tmpdir, totalmem } from 'node:os';
import { defaultTimeServers, isTimeServer } from '@proofkeep/bundle/time-servers';
import { CaptureLimits, NodeName, NodePlace } from '@proofkeep/contract';
import { z } from 'zod';

/** `name=address` pairs; repeat a name to give it several addresses. */
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

/** A socket path is limited to 107 bytes (unix(7)); Chromium creates this one below the temporary folder. */
const longestTmpdir = 107 - '/pk-4194304-XXXXXX/t/org.chromium.Chromium.XXXXXX/SingletonSocket'.length;

/** Folder for the temporary files of captures. With a longer path no browser could start. */
const temporaryFolder = z
  .string()
  .default(() => tmpdir())
  .refine((path) => Buffer.byteLength(path) <= longestTmpdir, {
    error: ({ input }) =>
      `The path has ${Buffer.byteLength(String(input))} bytes; at most ${longestTmpdir} are possible, because Chromium makes a socket below it. Set TMPDIR to a shorter path, such as /tmp.`,
  });

/**
 * Every key that a capture reads from the environment, with its consequence. Nothing else in a capture reads the
 * environment.
 */
const CaptureConfig = z.object({
  /** Operator of this node, ideally with a contact address. Written into every network record (WARC `operator`). */
  CAPTURE_OPERATOR: z.string().max(200).default('not stated'),
  TMPDIR: temporaryFolder,
  /** The browser to start; default: the first one found in the usual places. Its digest goes into every report. */
  CHROMIUM_PATH: z.string().optional(),
  /** Folder in which the node caches expensive results; if absent, each capture computes them again. */
  CAPTURE_CACHE: z.string().optional(),
  /**
   * SHA-256 of public keys (base64, comma-separated) that the browser accepts without a trusted issuer. For tests:
   * anyone holding such a key can impersonate any site.
   */
  CAPTURE_TRUST_SPKI: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((item) => item.trim() || [])),
  /**
   * Names resolved from this list instead of a resolver (`name=address`, comma-separated). For tests: the evidence
   * would state an address that no resolver returned.
   */
  CAPTURE_HOSTS: hosts,
  /**
   * Time servers that each capture queries before and after (SNTP over UDP), comma-separated, `host` or `host:port`. At
   * least two, and most of the answering servers, must agree; otherwise, and with an empty list, the evidence states that
   * the clock was not compared.
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

/** One capture per core, limited by the memory that a browser may use. */
const concurrency = Math.min(availableParallelism(), Math.floor(totalmem() / CaptureLimits.parse({}).memoryBytes));

/** Every key that a leasing node reads in addition to its captures' keys, with its consequence. */
const NodeConfig = z
  .object({
    TMPDIR: temporaryFolder,
    /**
     * URL of the service. Use `https:` over a network: a person who reads the token in transit may take captures and
     * forge them.
     */
    SERVICE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    /** Token that the service accepts from nodes; not passed on to the capture processes. */
    NODE_TOKEN: z.string().min(32),
    /** Name of this node in the custody record; default: the host's name. */
    NODE_NAME: NodeName.default(nameOfHost || 'node'),
    /**
     * Where this node is, such as “Shanghai, China Telecom”: shown as given, and stated in evidence captured from two places. With
     * NODE_REGION, or neither.
     */
    NODE_PLACE: NodePlace.shape.name.optional(),
    /** Country (ISO 3166-1) or subdivision (ISO 3166-2) of that place: `CN`, `CN-SH`. */
    NODE_REGION: NodePlace.shape.region.optional(),
    /**
     * Number of concurrent captures; default: one per core, as long as each has 1.5 GiB of memory. A running live session takes the
     * place of one, but never of the last.
     */
    CAPTURE_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(Math.max(1, concurrency)),
    /** Number of concurrent live sessions; default: one less than captures by default, at least one. 0: the node takes no sessions. */
    CAPTURE_SESSIONS: z.coerce
      .number()
      .int()
      .min(0)
      .max(64)
      .default(Math.max(1, concurrency - 1)),
  })
  .refine(({ NODE_PLACE, NODE_REGION }) => (NODE_PLACE === undefined) === (NODE_REGION === undefined), {
    path: ['NODE_REGION'],
    error: 'Set NODE_PLACE and NODE_REGION, or neither.',
  });
export type NodeConfig = z.infer<typeof NodeConfig>;

/**
 * An empty value counts as absent, except for an empty list of time servers.
 * @throws ZodError naming each invalid key
 */
export const readConfig = (environment: NodeJS.ProcessEnv): CaptureConfig => CaptureConfig.parse(setIn(environment));

/**
 * An empty value counts as absent.
 * @throws ZodError naming each invalid key
 */
export const readNodeConfig = (environment: NodeJS.ProcessEnv): NodeConfig => NodeConfig.parse(setIn(environment));

const setIn = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([key, value]) => value !== '' || key === 'NTP_SERVERS'));
