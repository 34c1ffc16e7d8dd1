import { useEffect, useState } from 'react';

const lookMs = 1_000;

/** Whether a time has been reached, updated while the page is open; null is never reached. */
export function useHasCome(time: string | null): boolean {
  const [now, setNow] = useState(Date.now);
  const dueMs = time === null ? Number.POSITIVE_INFINITY : Date.parse(time);
  const hasCome = dueMs <= now;
  useEffect(() => {
    if (hasCome || dueMs === Number.POSITIVE_INFINITY) return;
    const look = setInterval(() => {
      if (dueMs <= Date.now()) setNow(Date.now());
    }, lookMs);
    return () => clearInterval(look);
  }, [dueMs, hasCome]);
  return hasCome;
}
