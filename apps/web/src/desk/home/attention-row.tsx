import type { AttestationSummary } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Thumbnail } from '../../ui/attestation/thumbnail.tsx';

/** An attestation that needs a decision: why, and what can be done. */
export function AttentionRow(props: {
  row: AttestationSummary;
  why: string;
  isFailure?: boolean;
  children: ReactNode;
}) {
  const { row, why, isFailure = false, children } = props;
  return (
    <li>
      <Thumbnail src={row.thumbnail} kind={row.kind} />
      <div className="home-name">
        <Link to={paths.attestation(row.ano)}>{row.name}</Link>
        <p className={isFailure ? 'home-failure' : 'secondary numbers'}>{why}</p>
      </div>
      {children}
    </li>
  );
}
