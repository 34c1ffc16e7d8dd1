import type { ReactNode } from 'react';

export type Fact = readonly [label: string, value: ReactNode];

/** What is known of something; of what is not known nothing is said. */
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
