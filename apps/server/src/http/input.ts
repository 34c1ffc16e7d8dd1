import '@fastify/multipart';
import { parse as parseQuery } from 'node:querystring';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Call, fieldError, fieldErrors, jsonBytes, type Language } from '@proofkeep/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal, tooLarge } from '../kit/refusal.ts';
import { languageAsked } from './request.ts';

/** Largest JSON body of a call: its record's `maxBytes`, or `jsonBytes`. Files have their own limits. */
export const bodyLimitOf = ({ consumes, maxBytes = jsonBytes }: Call): number => (consumes ? jsonBytes : maxBytes);

/** More parameters than any call has, including the repeated names of lists. Counted before parsing. */
const mostParameters = 500;
/** Enough to correct a form; more would let the answer grow with the request. */
const mostFields = 10;
/** Far deeper than any valid input; limits the recursion. */
const deepest = 32;

const hasTooManyParameters = (text: string): boolean => {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++count >= mostParameters) return true;
  return false;
};

const tooManyParameters = Object.freeze({});

/** The router's query parser can't refuse, so `inputOf` does. */
export const queryOf = (text: string): object =>
  hasTooManyParameters(text) ? tooManyParameters : parseQuery(text, '&', '=', { maxKeys: 0 });

/** @throws Refusal INPUT_INVALID */
export function formOf(text: string): Record<string, unknown> {
  if (hasTooManyParameters(text)) throw new Refusal('INPUT_INVALID');
  return parseQuery(text, '&', '=', { maxKeys: 0 });
}

/** More than the 10,000 rows of a batch have. Parsing a million values would stop all other calls for a second. */
const mostValues = 500_000;

/** Whether a JSON text may have more values than any call takes. Counted before parsing, so separators in strings count, too. */
export function hasTooManyValues(text: string): boolean {
  let count = 0;
  for (const separator of ['{', '[', ','])
    for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1))
      if (++count > mostValues) return true;
  return false;
}

/** Merges path, query and body and parses them with the call's record; the path wins. @throws Refusal INPUT_INVALID */
export function inputOf(call: Call, request: FastifyRequest): unknown {
  const { query } = request;
  if (query === tooManyParameters) throw new Refusal('INPUT_INVALID');
  const given = { ...(query as object), ...bodyOf(call, request), ...(request.params as object) };
  const language = languageAsked(request);
  requireStorable(call, given, language);
  const parsed = call.input.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Refusal('INPUT_INVALID', { fields: fieldErrors(parsed.error, given, language).slice(0, mostFields) });
}

/** Only objects: a string or list would be spread into one field per character or item. */
function bodyOf({ method, consumes }: Call, { body }: FastifyRequest): object {
  if (method === 'GET' || consumes || body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('INPUT_INVALID');
  return body;
}

/**
 * PostgreSQL can't store NUL, and UTF-8 has no lone surrogates (RFC 3629 §3); people type neither. Unknown fields are
 * not named, so the reply repeats no invented text.
 */
function requireStorable({ input }: Call, given: Record<string, unknown>, language: Language): void {
  const known = input instanceof z.ZodObject ? input.shape : {};
  const fields = Object.entries(given)
    .filter(([name, value]) => !isStorable(name) || !isStorable(value))
    .map(([name]) => fieldError(Object.hasOwn(known, name) ? name : '', 'characters', language));
  if (fields.length > 0) throw new Refusal('INPUT_INVALID', { fields: fields.slice(0, mostFields) });
}

function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= deepest) return false;
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorable(one, depth + 1));
}

export interface Upload {
  name: string;
  stream: AsyncIterable<Uint8Array>;
}

/**
 * Returns the file of a form as a stream. @throws Refusal TOO_LARGE, INPUT_INVALID; reading the stream may throw them,
 * too
 */
export async function uploadOf(request: FastifyRequest, { maxBytes }: Pick<Call, 'maxBytes'> = {}): Promise<Upload> {
  const part = await asInput(request.file(maxBytes === undefined ? {} : { limits: { fileSize: maxBytes } }));
  if (!part || !isStorable(part.filename))
    throw new Refusal('INPUT_INVALID', { fields: [fieldError('file', 'missing', languageAsked(request))] });
  return { name: part.filename, stream: whole(part.file, maxBytes) };
}

/**
 * Receives the whole file first, so that no transaction waits for the network. @throws Refusal TOO_LARGE, INPUT_INVALID
 */
export async function receivedOf(request: FastifyRequest, call: Call): Promise<Upload> {
  const { name, stream } = await uploadOf(request, call);
  return { name, stream: Readable.from([await buffer(stream)]) };
}

async function* whole(
  file: AsyncIterable<Uint8Array> & { truncated: boolean },
  maxBytes: number | undefined,
): AsyncIterable<Uint8Array> {
  const chunks = file[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await asInput(chunks.next());
    if (done) break;
    yield value;
  }
  if (file.truncated) throw maxBytes === undefined ? new Refusal('TOO_LARGE') : tooLarge(maxBytes);
}

/** An error while reading a form means that the form is malformed or the client has disconnected. */
async function asInput<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    throw statusCode === undefined ? new Refusal('INPUT_INVALID') : error;
  }
}
