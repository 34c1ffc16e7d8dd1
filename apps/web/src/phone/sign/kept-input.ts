import { useState } from 'react';

/** What a party wrote and hasn't sent, in this tab only, so that a reload loses nothing. */
const prefix = 'partyInput/';

/** Parties may share a phone, so each party's input is stored separately. */
export interface InputKey {
  nid: string;
  partyId: string;
  field: string;
  /** What the input refers to, such as a question or the digests of documents; other input is void. */
  boundTo: string;
}

const nameOf = ({ nid, partyId, field }: InputKey): string => `${prefix}${nid}/${partyId}/${field}`;

export function readInput<Value>(key: InputKey): Value | null {
  const stored = sessionStorage.getItem(nameOf(key));
  if (stored === null) return null;
  const { boundTo, value } = JSON.parse(stored) as { boundTo: string; value: Value };
  return boundTo === key.boundTo ? value : null;
}

export function keepInput(key: InputKey, value: unknown): void {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify({ boundTo: key.boundTo, value }));
  } catch {
    // The storage is full: then only a reload loses the input.
  }
}

export const forgetInput = (key: InputKey): void => sessionStorage.removeItem(nameOf(key));

/** Removes the input of all parties: after signing, and from a possibly shared phone. */
export function forgetInputs(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
}

/** Like `useState`, but the value survives a reload if `key` is still the same. */
export function useKeptInput<Value>(key: InputKey, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readInput<Value>(key) ?? initial);
  const keep = (changed: Value) => {
    keepInput(key, changed);
    setValue(changed);
  };
  return [value, keep];
}
