import { useEffect, useState } from 'react';

const secondMs = 1_000;

/**
 * Time left as `1:02:03`; null once that time has come. @param now the service's time when `at` was read, because phone
 * clocks differ
 */
export function useCountdown(at: string, now: string): string | null {
  const [readAt, setReadAt] = useState(() => Date.now());
  const [, tick] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the service has a new time
  useEffect(() => setReadAt(Date.now()), [now]);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), secondMs);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Date.parse(at) - Date.parse(now) - (Date.now() - readAt);
  if (leftMs <= 0) return null;
  const seconds = Math.ceil(leftMs / secondMs);
  const two = (count: number) => String(count % 60).padStart(2, '0');
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60))}:${two(seconds)}`;
}
