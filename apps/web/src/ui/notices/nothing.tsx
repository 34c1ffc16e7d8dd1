import './nothing.css';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  hint?: string | undefined;
  /** What to do next. */
  children?: ReactNode;
}

/** Shown in place of an empty list. */
export function Nothing({ title, hint, children }: Props) {
  return (
    <div className="nothing panel">
      <h2>{title}</h2>
      {hint && <p className="secondary">{hint}</p>}
      {children}
    </div>
  );
}
