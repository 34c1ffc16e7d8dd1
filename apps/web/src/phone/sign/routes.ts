import type { RouteObject } from 'react-router';

/** Parties of a matter take part without an account: the pages themselves ask for the party's session. */
export const partyRoutes: RouteObject = {
  lazy: () => import('../frame.tsx'),
  children: [
    { path: '/h5sign/login/:nid', lazy: () => import('./login.tsx') },
    { path: '/h5sign/enter/:nid', lazy: () => import('./enter.tsx') },
    { path: '/h5sign/identity-one/:nid', lazy: () => import('./identity-one.tsx') },
    { path: '/h5sign/identity-two/:nid', lazy: () => import('./identity-two.tsx') },
    { path: '/h5sign/identity-three/:nid', lazy: () => import('./identity-three.tsx') },
    { path: '/h5sign/identity-four/:nid', lazy: () => import('./identity-four.tsx') },
    { path: '/h5sign/objective/:nid', lazy: () => import('./objective.tsx') },
    { path: '/h5sign/objective-video/:nid', lazy: () => import('./objective-video.tsx') },
    { path: '/h5sign/objective-result/:nid', lazy: () => import('./objective-result.tsx') },
    { path: '/h5sign/verify/:nid', lazy: () => import('./verify.tsx') },
    { path: '/h5sign/verify-result/:nid', lazy: () => import('./verify-result.tsx') },
    { path: '/h5sign/sign/:nid', lazy: () => import('./sign.tsx') },
    { path: '/h5sign/sign-result/:nid', lazy: () => import('./sign-result.tsx') },
  ],
};
