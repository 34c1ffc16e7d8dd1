import type { ReactNode } from 'react';
import { Alert } from '../../../ui/plain/alert.tsx';
import { useApplication } from './application.ts';

interface Props {
  /** Field of the application that the part edits; errors about the whole part show below its title. */
  name: string;
  title: string;
  hint?: string | undefined;
  children: ReactNode;
}

/** A part of the application. */
export function Part({ name, title, hint, children }: Props) {
  const error = useApplication().errorOf(name);
  return (
    <section className="panel notarization-part" aria-labelledby={`part-${name}`}>
      <header>
        <h2 id={`part-${name}`} tabIndex={-1}>
          {title}
        </h2>
        {hint && <p className="secondary">{hint}</p>}
      </header>
      {error && <Alert kind="error" title={error} />}
      {children}
    </section>
  );
}
