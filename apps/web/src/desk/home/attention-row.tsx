import type { AttestationSummary } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Thumbnail } from '../../ui/attestation/thumbnail.tsx';

/** An attestation that needs a decision, with the reason and the available actions. */
export function AttentionRow(props: {
  row: AttestationSummary;
  why: string;
  isFailure?: boolean;
  /** A line below the reason. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const { row, why, isFailure = false, note, children } = props;
  return (
    <li>
      <Thumbnail src={row.thumbnail} kind={row.kind} />
      <div className="home-name">
        <Link to={paths.attestation(row.ano)}>{row.name}</Link>
        <p className={isFailure ? 'home-failure' : 'secondary numbers'}>{why}</p>
        {note && <p className="secondary">{note}</p>}
      </div>
      {children}
    </li>
  );
}
