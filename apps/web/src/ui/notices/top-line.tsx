import './top-line.css';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  /** The account that the line is about, as `colorOf` gives it. */
  color?: string;
  children: ReactNode;
}

/** A warning across the top of every page, for as long as its cause lasts. */
export function TopLine({ label, color, children }: Props) {
  return (
    <section className="top-line" aria-label={label} style={color ? { borderTop: `4px solid ${color}` } : undefined}>
      {children}
    </section>
  );
}
