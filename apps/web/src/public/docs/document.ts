import type { CallRules } from '@proofkeep/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';

/** The subset of JSON Schema (2020-12) that the contract's records produce. */
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

/** The OpenAPI document, which the server generates from the contract's records. */
export const openApiDocument = queryOptions({
  queryKey: ['/openapi.json'],
  queryFn: async ({ signal }): Promise<Document> => {
    const response = await fetch('/openapi.json', { signal });
    if (!response.ok) throw new ApiError('INTERNAL');
    return (await response.json()) as Document;
  },
});

/** A call: method, path and its operation in the document. */
export interface Entry {
  method: string;
  path: string;
  operation: Operation;
}

/** Calls whose method, path, name or summary contains the text, grouped by feature in document order. */
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
