import { calls } from '@proofkeep/contract';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { isApiError } from '../api/api-error.ts';
import { queries, queryOf } from '../api/queries.ts';
import { paths } from '../ui/address/paths.ts';

export const whoAmI = queryOf(calls.account.accountInfo, {});

/** Lets signed-in users in; others sign in (or choose a password) first and return here. */
export async function signedIn({ request }: LoaderFunctionArgs) {
  try {
    return await queries.ensureQueryData(whoAmI);
  } catch (error) {
    if (!isApiError(error, 'SESSION_INVALID', 'PASSWORD_FIRST')) throw error;
    const { pathname, search } = new URL(request.url);
    const first = error.code === 'PASSWORD_FIRST' ? paths.choosePassword : paths.signIn;
    return redirect(`${first}?next=${encodeURIComponent(pathname + search)}`);
  }
}
