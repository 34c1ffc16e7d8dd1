import {
  type AttestationSummary,
  type Invoice,
  invoiceKindWords,
  type Language,
  type Order,
  orderKindWords,
} from '@proofkeep/contract';
import { paths } from '../../ui/address/paths.ts';
import { amount } from '../../ui/words/formatters.ts';
import { wordIn } from '../../ui/words/words.ts';
import type { Place } from './places.ts';

/** Pause in typing before the search starts. */
export const pausedMs = 250;
/** Maximum attestations offered; the list has the rest. */
export const shown = 6;

export interface Option {
  key: string;
  to: string;
  text: string;
  /** Below the text. */
  detail: string | null;
  row: AttestationSummary | null;
}

export interface Group {
  name: 'attestations' | 'orders' | 'invoices' | 'recent' | 'places' | 'more';
  options: Option[];
}

interface Offered {
  text: string;
  rows: readonly AttestationSummary[];
  orders: readonly Order[];
  invoices: readonly Invoice[];
  places: readonly Place[];
  language: Language;
  /** Text of the option that opens the list; null if the user may not see the list. */
  inList: string | null;
}

/** Options, in the order of the arrow keys. */
export function groupsOf({ text, rows, orders, invoices, places, language, inList }: Offered): Group[] {
  const typed = text.trim();
  const more: Option = {
    key: 'more',
    to: `${paths.attestations}?${new URLSearchParams({ search: typed })}`,
    text: inList ?? '',
    detail: null,
    row: null,
  };
  const pages = { name: 'places', options: places.map((place) => placeOption(place, language)) } as const;
  const found = { name: typed ? 'attestations' : 'recent', options: rows.map(rowOption) } as const;
  const groups: Group[] = typed
    ? [
        found,
        { name: 'orders', options: orders.map((order) => orderOption(order, language)) },
        { name: 'invoices', options: invoices.map((invoice) => invoiceOption(invoice, language)) },
        pages,
        { name: 'more', options: inList === null ? [] : [more] },
      ]
    : [pages, found];
  return groups.filter(({ options }) => options.length > 0);
}

const rowOption = (row: AttestationSummary): Option => ({
  key: row.ano,
  to: paths.attestation(row.ano),
  text: row.name || row.url,
  detail: null,
  row,
});

const orderOption = ({ orderNo, kind, amountCents }: Order, language: Language): Option => ({
  key: `order-${orderNo}`,
  to: paths.pay(orderNo),
  text: `${wordIn(orderKindWords[kind], language)} · ${amount(amountCents)}`,
  detail: orderNo,
  row: null,
});

const invoiceOption = (
  { id, title, issued, applicationNo, kind, amountCents }: Invoice,
  language: Language,
): Option => ({
  key: `invoice-${id}`,
  to: paths.invoice(id),
  text: `${title} · ${amount(amountCents)}`,
  detail: `${wordIn(invoiceKindWords[kind], language)} · ${issued?.number ?? applicationNo}`,
  row: null,
});

const placeOption = ({ to, says }: Place, language: Language): Option => ({
  key: to,
  to,
  text: wordIn(says, language),
  detail: null,
  row: null,
});
