import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTitle } from '../ui/address/title.ts';
import { LoadFailed } from './notice.tsx';

interface Props<Found> {
  title: string;
  intro: string;
  /** Shown until the first answer. */
  loading: string;
  found: UseQueryResult<Found>;
  children: (found: Found) => ReactNode;
}

/** A public page about one object that it loads. If a later reload fails, the page keeps showing it. */
export function LoadedPage<Found>({ title, intro, loading, found, children }: Props<Found>) {
  useTitle(title);
  const { data, error, refetch } = found;
  return (
    <>
      <h1>{title}</h1>
      <p className="secondary public-intro">{intro}</p>
      {data === undefined && !error && <p role="status">{loading}</p>}
      {data === undefined && error && <LoadFailed error={error} refetch={refetch} />}
      {data !== undefined && children(data)}
    </>
  );
}
