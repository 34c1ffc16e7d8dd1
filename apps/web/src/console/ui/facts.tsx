import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** List of facts; omits facts without a value. */
export function Facts({ facts, isWide = false }: { facts: readonly Fact[]; isWide?: boolean }) {
  return (
    <dl className="console-facts" data-wide={isWide}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
