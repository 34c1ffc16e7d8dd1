import { calls, consolePath } from '@proofkeep/contract';
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { isApiError } from '../api/api-error.ts';
import { queries, queryOf } from '../api/queries.ts';
import { paths } from '../ui/address/paths.ts';

export const whoIsStaff = queryOf(calls.console.staffMe, {});

/** Lets staff with a console session in; others sign in first and return here. */
export async function consoleSignedIn({ request }: LoaderFunctionArgs) {
  try {
    return await queries.ensureQueryData(whoIsStaff);
  } catch (error) {
    if (!isApiError(error, 'SESSION_INVALID')) throw error;
    const { pathname, search } = new URL(request.url);
    return redirect(`${paths.consoleSignIn}?next=${encodeURIComponent(pathname + search)}`);
  }
}

export const wasInConsole = (): boolean => queries.getQueryData(whoIsStaff.queryKey) !== undefined;

/** Drops all cached console data after its session ends; keeps the desk's data. */
export function forgetConsole(): void {
  queries.removeQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(consolePath) });
}
