import { calls, type Me } from '@proofkeep/contract';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { isApiError } from '../api/api-error.ts';
import { queries, queryOf } from '../api/queries.ts';
import { paths } from '../ui/address/paths.ts';

export const whoAmI = queryOf(calls.account.accountInfo, {});

/** Lets signed-in users in; others sign in (or choose a password) first and return here. */
export const signedIn = (o: LoaderFunctionArgs) => admit(o, () => queries.ensureQueryData(whoAmI));

/** As `signedIn`; a browser that opens the site at a page of the desk reads what its frame shows with the same call. */
export const openDesk = (o: LoaderFunctionArgs) => admit(o, () => queries.getQueryData(whoAmI.queryKey) ?? first(o));

async function first({ request }: LoaderFunctionArgs): Promise<Me> {
  const home = new URL(request.url).pathname === paths.home;
  // The frame takes the other parts (`seedQueries`).
  const { me } = await queries.fetchQuery(queryOf(calls.home.opening, { home }));
  return queries.setQueryData(whoAmI.queryKey, me) as Me;
}

async function admit({ request }: LoaderFunctionArgs, read: () => Me | Promise<Me>) {
  try {
    return await read();
  } catch (error) {
    if (!isApiError(error, 'SESSION_INVALID', 'PASSWORD_FIRST')) throw error;
    const { pathname, search } = new URL(request.url);
    const target = error.code === 'PASSWORD_FIRST' ? paths.choosePassword : paths.signIn;
    return redirect(`${target}?next=${encodeURIComponent(pathname + search)}`);
  }
}
