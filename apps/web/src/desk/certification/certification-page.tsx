import './certification.css';
import type { CertificationState } from '@proofkeep/contract';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { CertificationChip } from '../../ui/account/certification-chip.tsx';
import { useTitle } from '../../ui/address/title.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';

/** `lead`: benefits and steps of certification; left out once it is done. */
type PageWords = () => (name: 'title' | 'lead') => string;

/** Makes the page of a certification: its state beside the title, then what can be done in that state. */
export function certificationPage<Certification extends { state: CertificationState }, Key extends QueryKey>(
  useWords: PageWords,
  asked: UseQueryOptions<Certification, Error, Certification, Key>,
  Current: ComponentType<{ certification: Certification }>,
) {
  return function CertificationPage() {
    const t = useWords();
    useTitle(t('title'));
    const found = useQuery(asked);
    return (
      <div className="certification">
        <div className="certification-heading">
          <h1>{t('title')}</h1>
          {found.data && <CertificationChip state={found.data.state} />}
        </div>
        {found.data?.state !== 'approved' && <p className="secondary">{t('lead')}</p>}
        <QueryView query={found} rows={6}>
          {(certification) => <Current certification={certification} />}
        </QueryView>
      </div>
    );
  };
}
