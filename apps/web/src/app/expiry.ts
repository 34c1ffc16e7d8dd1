interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Where to sign in after a session expired, with the place to return to.
 * @param place where the user is, or is going
 * @returns null if the user is at the sign-in page already, or on the way: later refusals must not replace its `next`
 */
export function signInAfterExpiry({ pathname, search, hash }: Place, signIn: string): string | null {
  if (pathname === signIn || pathname === '/') return null;
  // The other sign-in steps keep their own `next`.
  const next = pathname.startsWith(`${signIn}/`) ? new URLSearchParams(search).get('next') : pathname + search + hash;
  return next ? `${signIn}?next=${encodeURIComponent(next)}` : signIn;
}
