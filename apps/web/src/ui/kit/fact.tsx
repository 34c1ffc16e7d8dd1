import './fact.css';
import type { ReactNode } from 'react';

/** A row of a list of facts (`dl`); nothing without a value. The class `facts` puts the names beside the values. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null;
