import { isOrderNo } from '@proofkeep/contract';
import { paths } from '../../ui/address/paths.ts';

export interface Option {
  /** Path that it leads to. */
  value: string;
  label: string;
}

interface Asked {
  typed: string;
  /** Menu entries for the role of the user. */
  areas: readonly { to: string; title: string }[];
  /** Whether the user may look for orders and users. */
  mayFind: boolean;
  say: (word: 'order' | 'invoice' | 'findUser' | 'findOrder', values: { text: string }) => string;
}

/** Results for the typed text: numbers first, then menu entries, then searches. */
export function optionsFor({ typed, areas, mayFind, say }: Asked): Option[] {
  const text = typed.trim();
  const pages = areas
    .filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()))
    .map(({ to, title }) => ({ value: to, label: title }));
  if (text === '' || !mayFind) return pages;
  const search = (path: string, more = {}) => `${path}?${new URLSearchParams({ ...more, search: text })}`;
  return [
    ...(isOrderNo(text) ? [{ value: paths.consoleOrder(text), label: say('order', { text }) }] : []),
    ...(isInvoiceNo(text)
      ? [{ value: search(paths.consoleInvoices, { queue: 'all' }), label: say('invoice', { text }) }]
      : []),
    ...pages,
    { value: search(paths.consolePeople), label: say('findUser', { text }) },
    { value: search(paths.consoleOrders), label: say('findOrder', { text }) },
  ];
}

/** The number of an application, or eight or twenty digits as on an issued invoice. */
const isInvoiceNo = (text: string): boolean =>
  (/^fp/i.test(text) && isOrderNo(text.slice(2))) || /^(\d{8}|\d{20})$/.test(text);
