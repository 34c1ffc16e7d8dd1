import { type Call, calls, type SentOf, sentenceIn } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { toast } from '../../ui/notices/toast.ts';
import { language } from '../../ui/words/language.ts';

const about: readonly string[] = [
  calls.attestations.list.path,
  calls.attestations.urlList.path,
  calls.attestations.info.path,
  calls.attestations.labels.path,
  calls.home.accountHome.path,
  calls.pricing.quote.path,
];

/** What is on screen about attestations is asked again after an act, whether it succeeded or came too late. */
export const refresh = () =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => about.includes(String(path)) });

export const useAct = <C extends Call>(call: C) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: refresh });

/** Confirms previews; those that could not be are told with the reason. */
export const useConfirm = () =>
  useMutation({
    mutationFn: (anos: string[]) => ask(calls.attestations.confirm, { anos }),
    onSuccess: ({ refused }) => {
      for (const { said } of refused) toast.error(sentenceIn(said, language.get()));
    },
    onSettled: refresh,
  });

/** Those that were begun together; as many as one call answers with. */
export const followed = (anos: string[]) => queryOf(calls.attestations.urlList, { anos, size: 100 });

export const infoOf = (ano: string) => queryOf(calls.attestations.info, { ano });
