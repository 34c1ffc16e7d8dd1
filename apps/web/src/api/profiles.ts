import { attestationCalls, type Call } from '@proofkeep/contract';

/** How a call is sent: one profile for each of the specification's three clients (§7, §9). */
export interface Profile {
  timeoutMs: number;
  encode(rest: Record<string, unknown>): { body: BodyInit; contentType?: string };
}

const main: Profile = {
  timeoutMs: 18 * 60_000,
  encode: (rest) => ({ body: formOf(rest), contentType: 'application/x-www-form-urlencoded' }),
};

const common: Profile = {
  timeoutMs: 300_000,
  encode: (rest) => ({ body: JSON.stringify(rest), contentType: 'application/json' }),
};

const upload: Profile = {
  timeoutMs: 1_000_000,
  // The browser sets the content type, with its multipart boundary.
  encode: (rest) => ({ body: multipartOf(rest) }),
};

/** Calls that start or end captures may take as long as captures do. */
const long = new Set<Call>([
  attestationCalls.preserveUrls,
  attestationCalls.confirm,
  attestationCalls.cancel,
  attestationCalls.retry,
]);

export function profileOf(call: Call): Profile {
  if (call.consumes) return upload;
  return long.has(call) ? main : common;
}

/** Omits empty and absent fields; repeats a list's name for each value. */
export function formOf(input: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') form.append(name, String(one));
  return form;
}

function multipartOf(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
