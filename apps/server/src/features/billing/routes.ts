import type { billingCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { checkOrder, closeOrder, order, orderPackage, orders, recharge, rechargeOptions } from './orders.ts';
import { openPayment, payOrder } from './paying.ts';
import { refundOrder } from './refunds.ts';

export const billingRoutes: Handlers<typeof billingCalls> = {
  rechargeOptions,
  recharge,
  orderPackage,
  orders,
  order,
  payOrder,
  openPayment,
  checkOrder,
  closeOrder,
  refundOrder,
};
