import { type calls, orderKinds, orderStates, paymentStates, payWays, type SentOf } from '@proofkeep/contract';
import { oneOf, useAddress, withQuery } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { dayAfter } from '../../ui/words/formatters.ts';
import { queueSize } from '../ui/queue.tsx';

const day = /^\d{4}-\d{2}-\d{2}$/;
const fields = ['search', 'state', 'kind', 'provider', 'since', 'until'] as const;
export type Field = (typeof fields)[number];
export type Filter = Partial<Record<Field, string>>;

/** Start of a day in UTC+8, which all daily amounts use; undefined if the text is not a date. */
function startOf(text: string | undefined): string | undefined {
  if (!text || !day.test(text)) return undefined;
  const start = new Date(`${text}T00:00:00+08:00`);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** Reads the filters of a list from the URL, which is their only state. */
export function useFilter() {
  const { query, page, want } = useAddress();
  const filter = Object.fromEntries(
    fields.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as Filter;
  const clear = () => want(Object.fromEntries(fields.map((name) => [name, undefined])));
  return { filter, page, want, clear, query };
}

const period = ({ since, until }: Filter) => ({ since: startOf(since), until: startOf(dayAfter(until)) });

export const ordersAsked = (filter: Filter, page: number): SentOf<typeof calls.consoleOrders.consoleOrders> => ({
  ...period(filter),
  search: filter.search?.slice(0, 100) ?? '',
  state: oneOf(orderStates, filter.state),
  kind: oneOf(orderKinds, filter.kind),
  provider: oneOf(payWays, filter.provider),
  page,
  size: queueSize,
});

export const paymentsAsked = (filter: Filter, page: number): SentOf<typeof calls.consoleOrders.consolePayments> => ({
  ...period(filter),
  search: filter.search?.slice(0, 100) ?? '',
  state: oneOf(paymentStates, filter.state),
  provider: oneOf(payWays, filter.provider),
  page,
  size: queueSize,
});

/** Link to an order that keeps the filter of the list; null: the list only. */
export const orderPath = (orderNo: string | null, query: URLSearchParams): string =>
  withQuery(orderNo ? paths.consoleOrder(orderNo) : paths.consoleOrders, query);
