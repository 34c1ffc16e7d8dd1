import { calls, type Invoice, isMistypedOrderNo, isOrderNo, type Order, type Permission } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { pausedMs } from './options.ts';

const mostInvoices = 3;

interface Found {
  orders: readonly Order[];
  invoices: readonly Invoice[];
}

/** Number of an invoice, an application for one, or an order on one; amounts and years don't match. */
const isInvoiceNumber = (text: string): boolean => /^(FP)?\d{20}$|^\d{8}$/i.test(text) && !isMistypedOrderNo(text);

/** Orders and invoices by their full numbers, fetched when typing pauses. Spaces between digits are ignored. */
export function useNumbers(text: string, permissions: readonly Permission[]): Found {
  const typed = text.replace(/(?<=\d)\s+(?=\d)/g, '').trim();
  const [number, setNumber] = useState('');
  useEffect(() => {
    const later = setTimeout(() => setNumber(typed), pausedMs);
    return () => clearTimeout(later);
  }, [typed]);
  const isAsked = number === typed;
  const orders = useQuery({
    ...queryOf(calls.orders.orders, { orderNo: number, size: 1 }),
    enabled: isAsked && isOrderNo(number) && permissions.includes('billing'),
    meta: { isShownInPlace: true },
  });
  const invoices = useQuery({
    ...queryOf(calls.invoices.list, { search: number, size: mostInvoices }),
    enabled: isAsked && isInvoiceNumber(number) && permissions.includes('invoices'),
    meta: { isShownInPlace: true },
  });
  return {
    orders: (isAsked && orders.data?.list) || [],
    invoices: (isAsked && invoices.data?.list) || [],
  };
}
