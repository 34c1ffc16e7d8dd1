import { useSyncExternalStore } from 'react';

const yearSeconds = 31_536_000;

/**
 * A display preference of the user. Kept in a cookie, because the storages are cleared when a session ends and the user
 * should not lose their language then.
 */
export interface Preference<Value extends string> {
  get(): Value;
  set(value: Value): void;
  onChange(listener: () => void): () => void;
}

/**
 * @param fallback default until the user chooses a value
 * @param followFallback subscribes a listener to changes of the default
 */
export function preference<Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: () => Value,
  followFallback?: (changed: () => void) => void,
): Preference<Value> {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const stored = new RegExp(`(?:^|; )${name}=([a-z]+)`).exec(document.cookie)?.[1];
  let current = allowed.find((value) => value === stored);
  followFallback?.(() => current === undefined && notify());
  return {
    get: () => current ?? fallback(),
    set(value) {
      current = value;
      document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`;
      notify();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const usePreference = <Value extends string>({ onChange, get }: Preference<Value>): Value =>
  useSyncExternalStore(onChange, get);
