import { moment } from '../words/formatters.ts';

export function Moment({ at }: { at: string }) {
  return (
    <time className="numbers" dateTime={at}>
      {moment(at)}
    </time>
  );
}

/** A time as a cell of a table. */
export const MomentCell = ({ label, at, className }: { label: string; at: string; className?: string }) => (
  <td data-label={label} className={className}>
    <Moment at={at} />
  </td>
);
