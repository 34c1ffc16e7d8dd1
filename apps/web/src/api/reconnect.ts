import { onlineManager, type Query } from '@tanstack/react-query';
import { queries } from './queries.ts';

const isRefetched = ({ observers }: Query) => observers.some(({ options }) => options.refetchOnReconnect);

// A request from before an interruption may hang until its timeout, or return outdated data, so it is sent again.
onlineManager.subscribe((isOnline) => {
  if (isOnline) void queries.refetchQueries({ type: 'active', predicate: isRefetched });
});
