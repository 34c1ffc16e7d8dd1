/** For calls whose every look is written into the audit trail: they are made when somebody asks, and not by themselves. */
export const onlyWhenAsked = { refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 60_000 } as const;
