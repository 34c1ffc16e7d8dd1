import type { billingCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { checkOrder, closeOrder, order, orderPackage, orders, recharge } from './orders.ts';
import { openPayment, payOrder } from './payments/pay.ts';
import { changeRechargeOffer, consoleRechargeOffer, rechargeOptions } from './recharge-offer.ts';
import { refundOrder } from './refunds/refunds.ts';

export const orderRoutes: Handlers<typeof billingCalls> = {
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
  consoleRechargeOffer,
  changeRechargeOffer,
};
