import './empty-state.css';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  hint?: string | undefined;
  /** The next action. */
  children?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyState({ title, hint, children }: Props) {
  return (
    <div className="empty-state panel">
      <h2>{title}</h2>
      {hint && <p className="secondary">{hint}</p>}
      {children}
    </div>
  );
}
