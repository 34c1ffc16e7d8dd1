import './notarization.css';
import { calls, type MatterDetail } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';

interface Props {
  title: string;
  /** Leads back to the matter. */
  back: string;
  lead?: string;
  children: (matter: MatterDetail) => ReactNode;
}

/** Page of a step of the matter in the address. */
export function MatterStep({ title, back, lead, children }: Props) {
  const { id = '' } = useParams();
  const query = useQuery({ ...queryOf(calls.notarization.matterInfo, { id }), staleTime: 0 });
  return (
    <>
      <Link to={paths.matter(id)} className="notarization-back">
        {back}
      </Link>
      <PageHeading title={title} />
      {lead && <p className="secondary notarization-lead">{lead}</p>}
      <QueryView query={query} rows={8}>
        {children}
      </QueryView>
    </>
  );
}
