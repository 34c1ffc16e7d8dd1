import { Ago } from './ago.tsx';
import { Moment } from './moment.tsx';

interface Props {
  label: string;
  at: string;
  className?: string;
}

/** A time as a cell of a table. */
export const MomentCell = ({ label, at, className }: Props) => (
  <td data-label={label} className={className}>
    <Moment at={at} />
  </td>
);

/** A time as a cell of a list: how long ago. */
export const AgoCell = ({ label, at, className }: Props) => (
  <td data-label={label} className={className}>
    <Ago at={at} />
  </td>
);
