import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';

/** A frame's main part, which `SkipLink` leads to: the page, with `children` above it. */
export const Content = ({ className, children }: { className: string; children?: ReactNode }) => (
  <main id="content" className={className} tabIndex={-1}>
    {children}
    <Outlet />
    {/* A change of tab or filter keeps the scroll position. */}
    <ScrollRestoration getKey={({ pathname }) => pathname} />
  </main>
);
