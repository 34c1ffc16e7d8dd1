import { type Call, calls, type SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';

const { memberList, invitedList, invitationsToMe, identities, auditList } = calls.members;
const about: readonly unknown[] = [memberList, invitedList, invitationsToMe, identities, auditList].map(
  ({ path }) => path,
);

/** What is on screen about members is asked again after an act, whether it succeeded or came too late. */
export const refreshMembers = () =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => about.includes(path) });

export const useAct = <C extends Call>(call: C) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: refreshMembers });
