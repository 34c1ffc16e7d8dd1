import type { ReactNode } from 'react';
import { Fact as FactRow } from '../../ui/kit/fact.tsx';

export type Fact = readonly [label: string, value: ReactNode];

/** List of facts; omits facts without a value. */
export function Facts({ facts, isWide = false }: { facts: readonly Fact[]; isWide?: boolean }) {
  return (
    <dl className="console-facts" data-wide={isWide}>
      {facts.map(([label, value]) => (
        <FactRow key={label} name={label}>
          {value}
        </FactRow>
      ))}
    </dl>
  );
}
