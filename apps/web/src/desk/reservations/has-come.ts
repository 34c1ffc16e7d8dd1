import { useEffect, useState } from 'react';

/** Whether a time has come, as the clock goes on while the page is open. */
export function useHasCome(time: string): boolean {
  const [hasCome, setCome] = useState(() => Date.parse(time) <= Date.now());
  useEffect(() => {
    if (hasCome) return;
    const look = setInterval(() => setCome(Date.parse(time) <= Date.now()), 1_000);
    return () => clearInterval(look);
  }, [time, hasCome]);
  return hasCome;
}
