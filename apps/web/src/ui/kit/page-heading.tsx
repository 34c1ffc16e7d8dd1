import type { ReactNode } from 'react';
import { useTitle } from '../address/title.ts';

/** Heading of a page, with its acts at the end; also the title of the document. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  useTitle(title);
  return (
    <div className="page-heading">
      <h1>{title}</h1>
      {children}
    </div>
  );
}
