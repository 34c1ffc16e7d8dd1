/** For calls that the audit trail records: made only on user action, never refetched automatically. */
export const manualRefetch = { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 60_000 } as const;
