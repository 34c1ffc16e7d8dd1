import './plain.css';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface Props {
  kind: 'error' | 'info';
  title: string;
  action?: ReactNode;
  children?: ReactNode;
}

/** A sentence about the form or page below it. A screen reader announces errors at once. */
export function Alert({ kind, title, action, children }: Props) {
  return (
    <div className="alert" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon name={kind === 'error' ? 'failed' : 'info'} />
      <div className="alert-text">
        <p>{title}</p>
        {children}
      </div>
      {action}
    </div>
  );
}
