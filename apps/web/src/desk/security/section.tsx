import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  hint?: string;
  /** The section's single action. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, hint, action, children }: SectionProps) {
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

interface RowProps {
  name: string;
  detail?: ReactNode;
  /** Buttons of the entry. */
  children: ReactNode;
}

/** One entry of a section's list. */
export const SectionRow = ({ name, detail, children }: RowProps) => (
  <li>
    <div>
      <p className="security-name">{name}</p>
      {detail && <p className="secondary">{detail}</p>}
    </div>
    {children}
  </li>
);
