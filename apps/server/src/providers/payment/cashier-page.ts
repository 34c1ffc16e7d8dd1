import type { Language, Word } from '@proofkeep/contract';
import type { Trade } from './sandbox-store.ts';

export const cashierActs = ['pay', 'fail', 'delay', 'twice', 'wrong-amount', 'bad-signature', 'close'] as const;
export type CashierAct = (typeof cashierActs)[number];

const words = {
  title: ['模拟收银台', 'Sandbox cashier'],
  banner: ['仅供开发和测试：这里不会发生任何真实付款。', 'For development and tests only. No real money is moved.'],
  amount: ['应付金额', 'Amount due'],
  order: ['商品', 'Item'],
  payment: ['支付编号', 'Payment no.'],
  how: ['选择付款的结果', 'Choose the outcome of this payment'],
  odd: ['模拟异常情况', 'Simulate a problem'],
  oddHelp: [
    '下列通知按原样发送，订单应只在真实到账时变为已支付。',
    'These notifications are sent as they are. Only a real payment may mark the order as paid.',
  ],
  paid: ['这笔付款已经完成。', 'This payment is complete.'],
  closed: ['这笔付款已经关闭，不能再支付。', 'This payment is closed and can no longer be paid.'],
  expired: ['付款时间已过，不能再支付。', 'This payment has expired.'],
  back: ['返回存真', 'Back to Proofkeep'],
} as const satisfies Record<string, Word>;

const buttons: Record<CashierAct, Word> = {
  pay: ['付款成功', 'Pay'],
  fail: ['付款失败', 'Payment fails'],
  delay: ['付款成功，15 秒后到账', 'Pay; funds arrive after 15 seconds'],
  twice: ['付款成功，通知发送两次', 'Pay; notify twice'],
  'wrong-amount': ['发送金额错误的通知', 'Notify with a wrong amount'],
  'bad-signature': ['发送签名错误的通知', 'Notify with a bad signature'],
  close: ['关闭这笔付款', 'Close this payment'],
};

const style = `
  :root { color-scheme: light dark; --ink: #1b1d21; --soft: #5b606b; --paper: #fafaf7; --face: #fff; --line: #e6e4dd; --act: #1f4e8c; --warn: #9a5b00; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --soft: #a3a9b4; --paper: #111418; --face: #181c22; --line: #2a2f37; --act: #2a63ad; --warn: #e0a040; } }
  * { box-sizing: border-box; }
  body { margin: 0; font: 16px/1.5 system-ui, "PingFang SC", "Noto Sans SC", "Microsoft YaHei", sans-serif; color: var(--ink); background: var(--paper); }
  main { max-width: 28rem; margin: 0 auto; padding: 16px 16px 48px; }
  .banner { border: 1px solid var(--warn); border-radius: 6px; padding: 8px 12px; color: var(--warn); background: var(--face); margin: 16px 0 24px; }
  h1 { font-size: 1.25rem; margin: 0; } h2 { font-size: 1rem; margin: 32px 0 8px; }
  dl { border: 1px solid var(--line); border-radius: 6px; background: var(--face); padding: 16px; margin: 0; }
  dt { color: var(--soft); font-size: .875rem; } dd { margin: 0 0 12px; overflow-wrap: anywhere; } dd:last-child { margin: 0; }
  .sum { font-size: 1.75rem; font-weight: 600; font-variant-numeric: tabular-nums; } .no { font-family: ui-monospace, monospace; font-size: .875rem; }
  p { color: var(--soft); margin: 0 0 12px; }
  button, .back { display: block; width: 100%; min-height: 44px; margin: 0 0 8px; padding: 8px 12px; font: inherit; text-align: left; border: 1px solid var(--line); border-radius: 6px; background: var(--face); color: var(--ink); cursor: pointer; text-decoration: none; }
  button.primary { background: var(--act); border-color: var(--act); color: #fff; font-weight: 600; text-align: center; }
  .back { margin-top: 32px; text-align: center; border: 0; background: none; color: var(--act); }
  :focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`;

/** Renders the page: forms only, no script. */
export function cashierPage(trade: Trade, o: { secret: string; language: Language; now: Date }): string {
  const say = ([zh, en]: Word): string => (o.language === 'zh' ? zh : en);
  const over = overOf(trade, o.now);
  const button = (act: CashierAct): string =>
    `<button name="act" value="${act}"${act === 'pay' ? ' class="primary"' : ''}>${say(buttons[act])}</button>`;
  const form = (acts: CashierAct[]): string =>
    `<form method="post" action="/sandbox/cashier/${o.secret}">${acts.map(button).join('')}</form>`;
  const sum = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(trade.amountCents / 100);
  return `<!doctype html>
<html lang="${o.language === 'zh' ? 'zh-CN' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(words.title)}</title>
<style>${style}</style>
<main>
<h1>${say(words.title)}</h1>
<p class="banner" role="note">${say(words.banner)}</p>
<dl>
<dt>${say(words.amount)}</dt><dd class="sum">¥${sum}</dd>
<dt>${say(words.order)}</dt><dd>${escaped(trade.subject)}</dd>
<dt>${say(words.payment)}</dt><dd class="no">${escaped(trade.paymentNo)}</dd>
</dl>
${
  over
    ? `<h2>${say(words[over])}</h2>`
    : `<h2>${say(words.how)}</h2>${form(['pay', 'fail', 'close'])}
<h2>${say(words.odd)}</h2><p>${say(words.oddHelp)}</p>${form(['delay', 'twice', 'wrong-amount', 'bad-signature'])}`
}
<a class="back" href="${escaped(trade.returnUrl)}">${say(words.back)}</a>
</main>
</html>
`;
}

function overOf({ state, expiresAt }: Trade, now: Date): 'paid' | 'closed' | 'expired' | null {
  if (state !== 'open') return state;
  return expiresAt <= now ? 'expired' : null;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] as string);
