import { type AttestationDetail, calls, sentenceIn } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh, useAct } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { language } from '../../ui/words/language.ts';

/** Confirms previews; shows the reason for each one that can't be confirmed. */
export const useConfirm = () =>
  useMutation({
    mutationFn: (input: { anos: string[]; despiteWarnings?: string[] }) => ask(calls.attestations.confirm, input),
    onSuccess: ({ refused }) => {
      for (const { message } of refused) toast.error(sentenceIn(message, language.get()));
    },
    onSettled: () => refresh('attestations'),
  });

/** Changes name and remark of an attestation; sessions have a call and lists of their own. */
export function useEdit(kind: AttestationDetail['kind']) {
  const any = useAct(calls.attestations.editUrl, 'attestations');
  const session = useAct(calls.liveSessions.editSession, 'liveSessions');
  return kind === 'live' ? session : any;
}

export const infoOf = (ano: string) => queryOf(calls.attestations.info, { ano });
