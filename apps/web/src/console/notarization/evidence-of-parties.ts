import { calls, type NotaryMatter } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { manualRefetch } from '../ui/manual-refetch.ts';

/** Parties send what identifies them once they have steps. */
export const hasIdentification = ({ people }: NotaryMatter): boolean => people.some(({ steps }) => steps.length > 0);

/** Files that the parties sent to be identified. Each view is audited, so it is asked for once and only when there can be something. */
export const usePartyEvidence = (matter: NotaryMatter) =>
  useQuery({
    ...queryOf(calls.consolePhoneSigning.partyEvidence, { id: matter.id }),
    ...manualRefetch,
    enabled: hasIdentification(matter),
  });
