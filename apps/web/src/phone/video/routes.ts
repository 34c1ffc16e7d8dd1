import type { RouteObject } from 'react-router';

/** Parties take part in a video session without an account: the pages themselves ask for the party's session. */
export const roomRoutes: RouteObject = {
  lazy: () => import('../frame.tsx'),
  children: [
    { path: '/h5video/login/:nid/:phone/:type', lazy: () => import('./login.tsx') },
    { path: '/h5video/identity/:nid', lazy: () => import('./identity.tsx') },
    { path: '/h5video/verify/:nid', lazy: () => import('./verify.tsx') },
    { path: '/h5video/verify-result/:nid', lazy: () => import('./verify-result.tsx') },
    { path: '/h5video/room/:nid', lazy: () => import('./room.tsx') },
    { path: '/h5video/end', lazy: () => import('./end.tsx') },
  ],
};
