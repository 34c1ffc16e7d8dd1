import type { Permission, Word } from '@proofkeep/contract';
import { mayVisit } from '../../ui/address/needs.ts';
import { paths } from '../../ui/address/paths.ts';

/** A page, or an action that starts on a page. */
export interface Place {
  to: string;
  says: Word;
  /** Other words users may search by. */
  also: string;
}

const list = (state: string) => `${paths.attestations}?state=${state}`;

export const places: readonly Place[] = [
  { to: paths.preserve, says: ['存证网页', 'Preserve a page'], also: '新建 固定 capture new url' },
  { to: list('preview'), says: ['待确认的存证', 'Attestations ready to review'], also: 'preview' },
  { to: list('failed'), says: ['失败的存证', 'Failed attestations'], also: '重试 retry' },
  { to: paths.attestations, says: ['全部存证', 'All evidence'], also: '列表 list attestations' },
  { to: paths.matters(), says: ['公证事项', 'Notarization'], also: '公证书 matters deeds' },
  { to: paths.newMatter, says: ['申请公证', 'Apply for notarization'], also: '公证 办理 new matter notarize deed' },
  {
    to: paths.matters('wait-me'),
    says: ['待我处理的公证', 'Matters that need your attention'],
    also: '签署 缴费 补正 sign pay correct',
  },
  { to: paths.courtApplications, says: ['举证申请', 'Court evidence'], also: '法院 举证清单 案由 court list judicial' },
  {
    to: paths.reservation(),
    says: ['面谈预约', 'Sessions with notaries'],
    also: '公证 预约 改期 appointment book reschedule',
  },
  {
    to: paths.liveSessions,
    says: ['在线取证', 'Live sessions'],
    also: '录屏 远程浏览器 登录 取证过程 live session remote browser recording',
  },
  {
    to: paths.devices,
    says: ['设备', 'Devices'],
    also: '执法记录 录像 手机 绑定 field recordings recorder camera bind',
  },
  { to: paths.home, says: ['首页', 'Home'], also: '趋势 trend counts' },
  { to: paths.messages, says: ['消息', 'Messages'], also: '通知 公告 announcements' },
  { to: paths.costCenter, says: ['费用中心', 'Cost center'], also: '余额 明细 balance entries spending' },
  { to: paths.packages, says: ['套餐', 'Packages'], also: '购买 公证 buy quota' },
  { to: paths.invoices, says: ['发票', 'Invoices'], also: '抬头 开票 headers tax' },
  { to: paths.recharge, says: ['充值', 'Top up'], also: '余额 balance recharge pay' },
  { to: paths.bankTransfers, says: ['对公转账', 'Bank transfers'], also: '汇款 充值 top up' },
  { to: `${paths.costCenter}?tab=entries`, says: ['费用明细', 'Transactions'], also: '流水 entries ledger' },
  { to: `${paths.costCenter}?tab=orders`, says: ['订单', 'Orders'], also: '退款 支付 refunds payments' },
  { to: `${paths.costCenter}?tab=statements`, says: ['月度对账单', 'Monthly statements'], also: '账单 export' },
  { to: paths.settings, says: ['设置', 'Settings'], also: '账号 密码 手机 account password phone' },
  { to: paths.personal, says: ['实名认证', 'Personal certification'], also: '个人 identity person real-name' },
  { to: paths.enterprise, says: ['企业认证', 'Company certification'], also: '单位 licence enterprise' },
  { to: paths.members, says: ['子账号与切换身份', 'Sub-accounts and identities'], also: '成员 members invite' },
  { to: paths.addresses, says: ['地址簿', 'Address book'], also: '收件 设置 settings' },
  { to: paths.notifications, says: ['通知设置', 'Notification settings'], also: '邮件 短信 mail text' },
  { to: paths.ownReports, says: ['我的反馈', 'My reports'], also: '问题 客服 problems support help' },
  { to: paths.report, says: ['反馈问题', 'Report a problem'], also: '客服 support help feedback' },
  { to: paths.prices, says: ['价格', 'Prices'], also: '费用 pricing cost' },
  { to: paths.query, says: ['公开核验', 'Verify publicly'], also: '验证 证据包 verification bundle hash' },
  { to: paths.chain, says: ['存证日志', 'Evidence log'], also: '检查点 checkpoint chain inclusion' },
  { to: paths.docs, says: ['接口文档', 'API reference'], also: '说明 docs calls openapi' },
];

/** Places that contain every typed word, in their fixed order; all places if nothing is typed. */
export function placesFor(text: string, permissions: readonly Permission[]): Place[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  return places.filter(({ to, says, also }) => {
    const searched = `${says.join(' ')} ${also}`.toLowerCase();
    return mayVisit(to, permissions) && typed.every((word) => searched.includes(word));
  });
}
