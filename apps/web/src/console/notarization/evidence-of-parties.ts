import { calls, type NotaryMatter } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { manualRefetch } from '../ui/manual-refetch.ts';

/** Whether a party may have sent identification: parties do so only after the matter gave them steps. */
export const hasIdentification = ({ people }: NotaryMatter): boolean => people.some(({ steps }) => steps.length > 0);

/**
 * Files that the parties sent for identification. Each view is audited, so they are requested once and only when there
 * can be any.
 */
export const usePartyEvidence = (matter: NotaryMatter) =>
  useQuery({
    ...queryOf(calls.consolePhoneSigning.partyEvidence, { id: matter.id }),
    ...manualRefetch,
    enabled: hasIdentification(matter),
  });
