import { useSyncExternalStore } from 'react';
import { ago, moment } from '../words/formatters.ts';
import { useLanguage } from '../words/words.ts';

const minuteMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** All shown times share one timer, which runs while there are any. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, minuteMs / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const currentMinute = () => Math.floor(Date.now() / minuteMs);

/** A time in a list: how long ago, with the whole time on hover. */
export function Ago({ at }: { at: string }) {
  const language = useLanguage();
  useSyncExternalStore(subscribe, currentMinute);
  return (
    <time className="numbers" dateTime={at} title={moment(at)}>
      {ago(at, Date.now(), language)}
    </time>
  );
}
