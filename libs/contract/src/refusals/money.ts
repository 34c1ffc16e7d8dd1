import type { RefusalKind } from '../usual-refusals.ts';

/** Refusals about money, orders and invoices. */
export const moneyRefusals = {
  BALANCE_SHORT: {
    status: 402,
    statusCode: '402001',
    says: [
      '余额不足[，还差 {missing}]，未扣费。请充值或购买套餐',
      'Insufficient balance[, {missing} short]. Nothing was charged. Top up or buy a package.',
    ],
  },
  SPENDING_LIMIT: {
    status: 402,
    statusCode: '402002',
    says: [
      '超出您本月的消费限额[，还可消费 {left}]，未扣费。请联系主账号',
      'This exceeds your monthly spending limit[ ({left} left)]. Nothing was charged. Ask the account owner.',
    ],
  },
  ORDERS_OPEN: {
    status: 409,
    statusCode: '409405',
    says: [
      '未支付的订单过多，本次未下单，请先支付或取消一些',
      'Too many unpaid orders, so nothing was ordered. Pay or cancel some first.',
    ],
  },
  ORDER_OVER: {
    status: 409,
    statusCode: '409401',
    says: ['该订单已支付或已关闭，请刷新后查看', 'This order is already paid or closed. Reload to see it.'],
  },
  ORDER_IN_REVIEW: {
    status: 409,
    statusCode: '409409',
    says: [
      '该订单收到的金额与应付的不符，正在核对，请不要重复支付',
      "The amount received for this order doesn't match. We're reviewing it; please don't pay again.",
    ],
  },
  PAY_WAY_OFF: {
    status: 409,
    statusCode: '409402',
    says: [
      '该订单不能用这种方式支付，未扣款，请换一种',
      "This order can't be paid this way. You weren't charged. Choose another method.",
    ],
  },
  PAY_PROVIDER_FAILED: {
    status: 503,
    statusCode: '503401',
    says: [
      '支付平台暂时无法受理，订单未扣款。请稍后重试，或换一种支付方式',
      "The payment provider isn't available right now. You weren't charged. Try again later or choose another method.",
    ],
  },
  BANK_TRANSFER_OFF: {
    status: 409,
    statusCode: '409406',
    says: ['平台暂未开通对公转账，请换一种方式充值', "Bank transfers aren't offered here. Top up another way."],
  },
  BANK_TRANSFERS_OPEN: {
    status: 409,
    statusCode: '409407',
    says: [
      '有 {count} 笔转账还在核对，请等核对完成后再提交',
      '{count} transfers are still under review. Wait for their results before reporting another.',
    ],
  },
  BANK_REFERENCE_USED: {
    status: 409,
    statusCode: '409408',
    says: ['这个流水号已经入过账，请核对银行对账单', 'This reference was already credited. Check the bank statement.'],
  },
  STATEMENT_OPEN: {
    status: 409,
    statusCode: '409410',
    says: [
      '该月还没有结账，次月 1 日 1 时后可以下载',
      'This month is still open. Its statement can be downloaded from 01:00 on the 1st of the next month.',
    ],
  },
  REFUND_TOO_MUCH: {
    status: 409,
    statusCode: '409403',
    says: [
      '退款金额超出可退金额，未退款，请减少金额',
      'The amount exceeds what can be refunded. Nothing was refunded. Enter less.',
    ],
  },
  HEADERS_FULL: {
    status: 409,
    statusCode: '409451',
    says: [
      '最多保存 {count} 个发票抬头，请先删除不用的',
      'You can save up to {count} billing details. Delete one first.',
    ],
  },
  HEADER_INCOMPLETE: {
    status: 409,
    statusCode: '409452',
    says: [
      '专用发票须使用企业抬头，请填写名称和纳税人识别号',
      'A special VAT invoice needs company billing details. Fill in name and taxpayer ID.',
    ],
  },
  ORDER_NOT_INVOICEABLE: {
    status: 409,
    statusCode: '409453',
    says: [
      '订单 {order} 不能开票：未支付、已退款、已申请过发票，或由余额支付。请取消选择该订单后重试',
      "Order {order} can't be invoiced: it's unpaid, refunded, already on an invoice, or paid from the balance. Deselect it and try again.",
    ],
  },
  INVOICE_AMOUNT_CHANGED: {
    status: 409,
    statusCode: '409454',
    says: [
      '订单 {order} 在申请后有退款，请驳回申请，由用户按余下金额重新申请',
      'Order {order} was refunded after this application. Reject it so the user can apply again for the remaining amount.',
    ],
  },
  INVOICE_NUMBER_TAKEN: {
    status: 409,
    statusCode: '409455',
    says: [
      '该发票号码已登记在另一张发票上，请核对',
      'This invoice number is already recorded on another invoice. Check it.',
    ],
  },
} as const satisfies Record<string, RefusalKind>;
