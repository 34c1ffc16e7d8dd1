import { useSyncExternalStore } from 'react';

const yearSeconds = 31_536_000;

/**
 * A choice of whoever looks at the site. It is kept in a cookie, as the storages are emptied when a session ends and a person
 * should not lose the language with it.
 */
export interface Preference<Value extends string> {
  get(): Value;
  set(value: Value): void;
  onChange(listener: () => void): () => void;
}

/** @param fallback what holds until something was chosen */
export function preference<Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: () => Value,
): Preference<Value> {
  const listeners = new Set<() => void>();
  const stored = new RegExp(`(?:^|; )${name}=([a-z]+)`).exec(document.cookie)?.[1];
  let current = allowed.find((value) => value === stored);
  return {
    get: () => current ?? fallback(),
    set(value) {
      current = value;
      document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`;
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const usePreference = <Value extends string>({ onChange, get }: Preference<Value>): Value =>
  useSyncExternalStore(onChange, get);
