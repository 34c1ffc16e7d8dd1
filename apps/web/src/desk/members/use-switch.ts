import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';

/** All windows share one session: on a switch they reload, so none keeps showing the previous account. */
const channel = new BroadcastChannel('identity');
channel.addEventListener('message', () => location.assign(paths.home));

/** The members page lists the rest. */
const mostInMenu = 8;
export const identitiesInMenu = queryOf(calls.members.identities, { size: mostInMenu });

/** Switches to another identity or back, and reloads the page so that no data of the previous one remains. */
export const useSwitch = () =>
  useMutation({
    mutationFn: (userId: string) => ask(calls.members.switchTo, { userId }),
    onSuccess: () => {
      queries.clear();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
      channel.postMessage('switched');
      location.assign(paths.home);
    },
  });
