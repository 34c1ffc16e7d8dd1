import { useEffect, useState } from 'react';

/** Seconds left, by the clock: browsers slow down the timers of tabs in the background. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [untilMs, setUntil] = useState(0);
  const [nowMs, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const tick = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(tick);
  }, [left, nowMs]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, start];
}
