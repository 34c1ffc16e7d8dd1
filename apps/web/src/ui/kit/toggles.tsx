import './toggles.css';
import type { ReactNode } from 'react';

interface Props<One extends string | number> {
  label: string;
  of: readonly One[];
  nameOf: (one: One) => ReactNode;
  chosen: readonly One[];
  onToggle: (one: One) => void;
}

export function Toggles<One extends string | number>({ label, of, nameOf, chosen, onToggle }: Props<One>) {
  return (
    <div role="group" aria-label={label} className="chips">
      {of.map((one) => (
        <button
          key={one}
          type="button"
          className="toggle"
          aria-pressed={chosen.includes(one)}
          onClick={() => onToggle(one)}
        >
          {nameOf(one)}
        </button>
      ))}
    </div>
  );
}

/** Adds the item if it isn't chosen, otherwise removes it. */
export const toggled = <One,>(chosen: readonly One[], one: One): One[] =>
  chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
