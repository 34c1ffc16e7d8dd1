import type { ReactNode } from 'react';
import { Mark } from './marks.tsx';

/** Something that could not be done: what happened, and what to do. */
export function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="notice" role="alert">
      <Mark outcome="failed" size={20} />
      <div>
        <p className="notice-title">{title}</p>
        {children}
      </div>
    </div>
  );
}
