import { allCalls } from '@proofkeep/contract';
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
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
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

/** A call with its record, which says who may and what is refused, and its schemas, as programs read them. */
export interface Entry {
  call: (typeof allCalls)[number];
  operation: Operation;
}

/** Every call, by feature, in the order of the contract; only those in which the text stands. */
export function entriesIn({ paths }: Document, text: string): Map<string, Entry[]> {
  const sought = text.trim().toLowerCase();
  const groups = new Map<string, Entry[]>();
  for (const call of allCalls) {
    const operation = paths[call.path]?.[call.method.toLowerCase()];
    const isFound = `${call.method} ${call.path} ${call.name} ${call.summary}`.toLowerCase().includes(sought);
    if (operation && isFound) groups.set(call.feature, [...(groups.get(call.feature) ?? []), { call, operation }]);
  }
  return groups;
}
