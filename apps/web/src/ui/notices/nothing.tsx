import './nothing.css';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  hint?: string | undefined;
  /** What to do next. */
  children?: ReactNode;
}

/** Where a list would stand, and there is nothing in it. */
export function Nothing({ title, hint, children }: Props) {
  return (
    <div className="nothing panel">
      <h2>{title}</h2>
      {hint && <p className="secondary">{hint}</p>}
      {children}
    </div>
  );
}
