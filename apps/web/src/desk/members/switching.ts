import { calls } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';

/** Every window of the site has the same session: none may go on showing whom one acted as before. */
const channel = new BroadcastChannel('identity');
channel.addEventListener('message', () => location.assign(paths.home));

/** More than these are chosen on the page of the members. */
const mostInMenu = 8;
export const identitiesInMenu = queryOf(calls.members.identities, { size: mostInMenu });

/** Acts as another, or as oneself again. The page is loaded anew: nothing of whom one acted as is left in it. */
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
