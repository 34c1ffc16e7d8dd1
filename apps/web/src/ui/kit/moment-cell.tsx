import { Moment } from './moment.tsx';

/** A time as a cell of a table. */
export const MomentCell = ({ label, at, className }: { label: string; at: string; className?: string }) => (
  <td data-label={label} className={className}>
    <Moment at={at} />
  </td>
);
