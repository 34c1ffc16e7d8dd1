import type { orderCalls } from '@proofkeep/contract';
import type { Handlers } from '../../http/context.ts';
import { checkOrder, closeOrder, order, orderPackage, orders, recharge } from './orders.ts';
import { openPayment, payOrder } from './payments/pay.ts';
import { changeRechargeOffer, consoleRechargeOffer, rechargeOptions } from './recharge-offer.ts';
import { refundOrder } from './refunds/refunds.ts';
import type { OrderSubject } from './subject.ts';

export const orderRoutes = (subject: OrderSubject): Handlers<typeof orderCalls> => ({
  rechargeOptions,
  recharge,
  orderPackage,
  orders,
  order: (input, context) => order(input, context, subject),
  payOrder: (input, context) => payOrder(input, context, subject),
  openPayment,
  checkOrder,
  closeOrder: (input, context) => closeOrder(input, context, subject),
  refundOrder,
  consoleRechargeOffer,
  changeRechargeOffer,
});
