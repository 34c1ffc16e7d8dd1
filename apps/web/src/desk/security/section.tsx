import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  hint?: string;
  /** The section's single action. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, hint, action, children }: Props) {
  const id = useId();
  return (
    <section className="panel security-section" aria-labelledby={id}>
      <div className="security-head">
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className="secondary">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
