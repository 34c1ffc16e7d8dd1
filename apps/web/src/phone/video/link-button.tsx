import '../../ui/plain/plain.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The way to the next page, as wide as a field. */
export function LinkButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="button block" data-kind="primary" to={to}>
      {children}
    </Link>
  );
}
