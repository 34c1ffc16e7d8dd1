import { type Call, calls, type SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries } from '../../api/queries.ts';

const about: readonly unknown[] = [calls.announcements.all.path, calls.announcements.list.path];

/** Lists of announcements on screen, of the console and of the desk, are asked for again. */
export const refresh = () => queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => about.includes(path) });

export const useAct = <C extends Call>(call: C) =>
  useMutation({ mutationFn: (input: SentOf<C>) => ask(call, input), onSettled: refresh });
