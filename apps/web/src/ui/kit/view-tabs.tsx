import './view-tabs.css';
import { useEffect, useRef } from 'react';
import { useSideScroll } from './side-scroll.ts';

interface Props<Key extends string> {
  label: string;
  /** Each view with its count as it is shown; empty while loading. */
  views: readonly { key: Key; name: string; count: string }[];
  active: Key;
  onChange: (key: Key) => void;
}

/**
 * The views of a list with their counts. If they don't fit they scroll: antd's overflow menu isn't a tab for screen
 * readers.
 */
export function ViewTabs<Key extends string>({ label, views, active, onChange }: Props<Key>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-view="${active}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  useSideScroll(list);
  return (
    <div ref={list} role="group" className="view-tabs side-scroll" aria-label={label}>
      {views.map(({ key, name, count }) => (
        <button key={key} type="button" data-view={key} aria-pressed={key === active} onClick={() => onChange(key)}>
          {name}
          {count && <span className="numbers">{count}</span>}
        </button>
      ))}
    </div>
  );
}
