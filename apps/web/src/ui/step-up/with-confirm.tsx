import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/queries.ts';
import { ErrorPanel } from '../notices/error-panel.tsx';
import { Skeleton } from '../notices/skeleton.tsx';
import { ConfirmProvider } from './confirm.tsx';

/** Wraps a page whose actions may ask the user to verify their identity with one of their factors. */
export function WithConfirm({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(queryOf(calls.signIn.factors, {}));
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  return <ConfirmProvider factors={data}>{children}</ConfirmProvider>;
}
