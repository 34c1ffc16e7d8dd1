import type { ComponentProps, ReactNode } from 'react';
import { Skeleton } from '../notices/skeleton.tsx';
import { TableHead } from './table-head.tsx';

interface Props extends ComponentProps<typeof TableHead> {
  caption: string;
  className?: string;
  /** Number of placeholder rows, about that of the content. */
  placeholders?: number;
  /** The rows; undefined while they load. */
  children: ReactNode;
}

/** A table whose caption is for screen readers. In a narrow window its rows become cards. */
export const Table = ({ caption, columns, className = 'table', placeholders = 6, children }: Props) => (
  <table className={`${className} panel`} aria-busy={children === undefined}>
    <caption className="visually-hidden">{caption}</caption>
    <TableHead columns={columns} />
    <tbody>
      {children ?? (
        <tr>
          <td colSpan={columns.length}>
            <Skeleton rows={placeholders} />
          </td>
        </tr>
      )}
    </tbody>
  </table>
);
