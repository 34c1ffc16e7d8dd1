import './top-line.css';
import type { ReactNode } from 'react';

/** A warning across the top of every page, for as long as its cause lasts. */
export function TopLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="top-line" aria-label={label}>
      {children}
    </section>
  );
}
