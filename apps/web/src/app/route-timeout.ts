import type { RouteObject } from 'react-router';
import { ApiError } from '../api/api-error.ts';

/** Specification §9: timeout for loading a part of the site. */
const partMs = 120_000;

/** Adds a timeout to every lazy route; on timeout or failure the error page shows. */
export const withTimeouts = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.map((route) => {
    const { lazy, children } = route;
    return {
      ...route,
      ...(typeof lazy === 'function' ? { lazy: within(lazy) } : {}),
      ...(children ? { children: withTimeouts(children) } : {}),
    } as RouteObject;
  });

const within =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    const late = Promise.withResolvers<never>();
    const limit = setTimeout(() => late.reject(new ApiError('TIMEOUT')), partMs);
    const part = load().catch(() => {
      throw new ApiError('PART_MISSING');
    });
    return Promise.race([part, late.promise]).finally(() => clearTimeout(limit));
  };
