import { z } from 'zod';
import { type Call, Envelope, isForSessionsOnly, type Limit, type Who } from './call.ts';
import { allCalls } from './calls.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import { withGaps } from './shared/gaps.ts';
import type { Language } from './shared/language.ts';
import type { Permission } from './shared/rights.ts';

type Schema = Record<string, unknown>;
type Named = Call & { name: string; feature: string };

/** Refusals that follow from the call's own record and need not be listed in it. */
const usual = (call: Call): RefusalCode[] => [
  'INPUT_INVALID',
  ...(call.who === 'public' ? [] : (['SESSION_INVALID'] as const)),
  ...(call.who === 'main' || call.who === 'operator' || call.needs ? (['NOT_ALLOWED'] as const) : []),
  ...(isForUsers(call) && isForSessionsOnly(call) ? (['TOKEN_LIMITED'] as const) : []),
  ...(mayBeTooEarly(call) ? (['PASSWORD_FIRST'] as const) : []),
  ...(call.method === 'GET' ? [] : (['FOREIGN_ORIGIN'] as const)),
  ...(call.limits ? (['TOO_MANY'] as const) : []),
];

const isForUsers = ({ who }: Call): boolean => who === 'user' || who === 'main';
const mayBeTooEarly = (call: Call): boolean => !call.beforeOwnPassword && isForUsers(call);

/** Every refusal a call can end with, except a fault of the server. */
export const refusalsOf = (call: Call): RefusalCode[] => [...usual(call), ...(call.refusals ?? [])];

/**
 * The calls as an OpenAPI 3.1.1 document, generated from their records. @param o.language of the refusals' sentences
 */
export function openApi(o: { url: string; version: string; language: Language }) {
  const schemas: Record<string, unknown> = {};
  const paths: Record<string, Record<string, Schema>> = {};
  for (const call of allCalls)
    (paths[call.path] ??= {})[call.method.toLowerCase()] = withoutDefinitions(
      operation(call, o.language),
      schemas,
    ) as Schema;
  return {
    openapi: '3.1.1',
    info: { title: 'Proofkeep', version: o.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: o.url }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'bq-x-token' },
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'x-auth-token' },
      },
    },
  };
}

/** Moves a schema's own definitions to the shared definitions of the document. */
function withoutDefinitions(value: unknown, schemas: Record<string, unknown>): unknown {
  if (typeof value === 'string') return value.replace(/^#\/\$defs\//, '#/components/schemas/');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutDefinitions(one, schemas));
  const { $defs, ...rest } = value as Schema;
  for (const [name, schema] of Object.entries($defs ?? {})) schemas[name] = withoutDefinitions(schema, schemas);
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, withoutDefinitions(one, schemas)]));
}

function operation(call: Named, language: Language): Schema {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = new Set(schema.required);
  const inPath = new Set(Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string));
  const isBodyless = call.method === 'GET' || call.method === 'DELETE' || call.consumes !== undefined;
  const inBody = isBodyless ? [] : fields.filter(([name]) => !inPath.has(name));
  const parameters = fields
    .filter((field) => !inBody.includes(field))
    .map(([name, field]) => ({
      name,
      in: inPath.has(name) ? 'path' : 'query',
      required: inPath.has(name) || required.has(name),
      schema: field,
    }));
  const body = {
    type: 'object',
    properties: Object.fromEntries(inBody),
    required: inBody.map(([name]) => name).filter((name) => required.has(name)),
    additionalProperties: false,
  };
  const media = { schema: body };
  const form = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
  const content = call.consumes
    ? { [call.consumes]: { schema: form } }
    : { 'application/json': media, 'application/x-www-form-urlencoded': media };
  return {
    operationId: call.name,
    tags: [call.feature],
    summary: call.summary,
    parameters,
    ...(inBody.length > 0 || call.consumes ? { requestBody: { required: true, content } } : {}),
    responses: { 200: success(call), ...refused(call, language) },
    security: call.who === 'public' ? [] : [{ cookie: [] }, { bearer: [] }, { header: [] }],
    'x-rules': rulesOf(call),
  };
}

/** Rules that OpenAPI 3.1.1 has no field for: who may make a call, how often, and which refusals it can end with. */
export interface CallRules {
  who: Who;
  /** Permission that a member needs; absent: any member may make the call. */
  needs?: Permission;
  limits: readonly Limit[];
  refusals: readonly RefusalCode[];
}

const rulesOf = (call: Call): CallRules => ({
  who: call.who,
  ...(call.needs ? { needs: call.needs } : {}),
  limits: call.limits ?? [],
  refusals: refusalsOf(call),
});

const success = (call: Call): Schema => ({
  description: 'Done.',
  content: call.produces ? { [call.produces]: { schema: { type: 'string', format: 'binary' } } } : enveloped(call),
});

const enveloped = (call: Call): Schema => ({
  'application/json': {
    schema: {
      type: 'object',
      properties: {
        flag: { const: true },
        data: z.toJSONSchema(call.reply, { io: 'output', unrepresentable: 'any' }),
        statusCode: { const: '000000' },
        traceId: { type: 'string' },
      },
      required: ['flag', 'data', 'statusCode', 'traceId'],
    },
  },
});

/** Possible codes by HTTP status. */
function refused(call: Call, language: Language): Record<string, Schema> {
  const byStatus = Object.groupBy(refusalsOf(call), (code) => refusals[code].status);
  const schema = z.toJSONSchema(Envelope);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, some = []]) => [
      status,
      {
        description: some
          .map(
            (code) =>
              `${refusals[code].statusCode} ${code}: ${withGaps(refusals[code].says[language === 'zh' ? 0 : 1])}`,
          )
          .join('\n\n'),
        content: { 'application/json': { schema } },
      },
    ]),
  );
}
