import './certification.css';
import type { CertificationState } from '@proofkeep/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CertificationChip } from '../../ui/account/certification-chip.tsx';
import { useTitle } from '../../ui/address/title.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';

interface Props<Certification> {
  title: string;
  /** Benefits and steps of certification; left out once it is done. */
  lead: string;
  found: UseQueryResult<Certification>;
  children: (certification: Certification) => ReactNode;
}

/** Page of a certification: its state beside the title, then what can be done in that state. */
export function CertificationPage<Certification extends { state: CertificationState }>({
  title,
  lead,
  found,
  children,
}: Props<Certification>) {
  useTitle(title);
  return (
    <div className="certification">
      <div className="certification-heading">
        <h1>{title}</h1>
        {found.data && <CertificationChip state={found.data.state} />}
      </div>
      {found.data?.state !== 'approved' && <p className="secondary">{lead}</p>}
      <QueryView query={found} rows={6}>
        {children}
      </QueryView>
    </div>
  );
}
