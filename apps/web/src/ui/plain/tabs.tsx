import './plain.css';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface Props<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: string }[];
  active: Key;
  onChange: (key: Key) => void;
  /** Panel of the active tab. */
  children: ReactNode;
}

/** Tabs that Enter or Space activates (ARIA Authoring Practices, tabs with manual activation): a panel may call the server. */
export function Tabs<Key extends string>({ label, tabs, active, onChange, children }: Props<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className="tabs">
      <div ref={list} role="tablist" aria-label={label} onKeyDown={(event) => moveFocus(event, list.current)}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === active}
            aria-controls={tab.key === active ? `${id}-panel` : undefined}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div key={active} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`}>
        {children}
      </div>
    </div>
  );
}

/** Arrow keys cycle through the tabs; Home and End focus the first and the last. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const tabs = Array.from(list?.querySelectorAll<HTMLElement>('[role=tab]') ?? []);
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (to === undefined || at === -1) return;
  event.preventDefault();
  tabs[(to + tabs.length) % tabs.length]?.focus();
}
