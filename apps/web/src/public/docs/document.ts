import type { CallRules } from '@proofkeep/contract';
import { queryOptions } from '@tanstack/react-query';
import { Refused } from '../../api/refused.ts';

/** As much of JSON Schema (2020-12) as the records of the contract become. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  operationId: string;
  summary: string;
  /** The feature that the call belongs to. */
  tags: [string];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
  'x-rules': CallRules;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What programs read, drawn by the server from the records that it answers by. */
export const openApiDocument = queryOptions({
  queryKey: ['/openapi.json'],
  queryFn: async ({ signal }): Promise<Document> => {
    const response = await fetch('/openapi.json', { signal });
    if (!response.ok) throw new Refused('INTERNAL');
    return (await response.json()) as Document;
  },
});

/** A call: where it is sent, and its operation of the document. */
export interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** Every call whose method, path, name or summary contains the text, by feature, in the order of the document. */
export function entriesIn({ paths }: Document, text: string): Map<string, Entry[]> {
  const sought = text.trim().toLowerCase();
  const entries = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return Map.groupBy(
    entries.filter(({ method, path, operation }) =>
      `${method} ${path} ${operation.operationId} ${operation.summary}`.toLowerCase().includes(sought),
    ),
    ({ operation }) => operation.tags[0],
  );
}
