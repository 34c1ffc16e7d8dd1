import { type calls, OrderKind, OrderState, PaymentState, PayWay, type SentOf } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { paths } from '../../ui/paths.ts';

const dayMs = 86_400_000;
const day = /^\d{4}-\d{2}-\d{2}$/;
const fields = ['search', 'state', 'kind', 'provider', 'since', 'until'] as const;
export type Field = (typeof fields)[number];
export type Filter = Partial<Record<Field, string>>;

export const pageSize = 20;

/** The beginning of a day in UTC+8, as everywhere where money is counted by days; undefined where it is none. */
function startOf(text: string | undefined, days: number): string | undefined {
  if (!text || !day.test(text)) return undefined;
  const start = new Date(`${text}T00:00:00+08:00`);
  return Number.isNaN(start.getTime()) ? undefined : new Date(start.getTime() + days * dayMs).toISOString();
}

const oneOf = <T extends z.ZodType>(type: T, text: string | undefined): z.output<T> | undefined => {
  const parsed = type.safeParse(text);
  return parsed.success ? parsed.data : undefined;
};

/** What of a list is shown stands in the address; what it says wrongly is as if it were not said. */
export function useFilter() {
  const [query, setQuery] = useSearchParams();
  const filter = Object.fromEntries(
    fields.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as Filter;
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);
  const set = (change: Partial<Record<Field | 'page', string>>) =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      if (!('page' in change)) after.delete('page');
      for (const [name, value] of Object.entries(change))
        if (value) after.set(name, value);
        else after.delete(name);
      return after;
    });
  const clear = () => setQuery((before) => new URLSearchParams([...before].filter(([name]) => name === 'view')));
  return { filter, page, set, clear, query: query.toString() };
}

const period = ({ since, until }: Filter) => ({ since: startOf(since, 0), until: startOf(until, 1) });

export const ordersAsked = (filter: Filter, page: number): SentOf<typeof calls.consoleBilling.consoleOrders> => ({
  ...period(filter),
  search: filter.search?.slice(0, 100) ?? '',
  state: oneOf(OrderState, filter.state),
  kind: oneOf(OrderKind, filter.kind),
  provider: oneOf(PayWay, filter.provider),
  page,
  size: pageSize,
});

export const paymentsAsked = (filter: Filter, page: number): SentOf<typeof calls.consoleBilling.consolePayments> => ({
  ...period(filter),
  search: filter.search?.slice(0, 100) ?? '',
  state: oneOf(PaymentState, filter.state),
  provider: oneOf(PayWay, filter.provider),
  page,
  size: pageSize,
});

/** One order with the same list beside it; null: the list alone. */
export function orderPath(orderNo: string | null, query: string): string {
  const path = orderNo ? paths.consoleOrder(orderNo) : paths.consoleOrders;
  return query ? `${path}?${query}` : path;
}
