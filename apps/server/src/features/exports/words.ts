type Columns = Readonly<Record<string, readonly [zh: string, en: string]>>;

/** Files of an export, each with its name and its columns in both languages. */
export const exportFiles = {
  profile: {
    names: ['账号资料', 'Profile'],
    columns: {
      accountId: ['账号编号', 'Account ID'],
      accountName: ['账号名称', 'Account name'],
      name: ['姓名', 'Name'],
      phone: ['手机号', 'Phone'],
      email: ['邮箱', 'Email'],
      language: ['语言', 'Language'],
      registeredAt: ['注册时间', 'Registered'],
      agreementVersion: ['协议版本', 'Agreement version'],
    },
  },
  certifications: {
    names: ['实名认证', 'Certifications'],
    columns: {
      kind: ['类型', 'Kind'],
      name: ['名称（个人隐去部分）', 'Name (personal names masked)'],
      state: ['状态', 'State'],
      submittedAt: ['提交时间', 'Submitted'],
      decidedAt: ['审核时间', 'Decided'],
      reason: ['原因', 'Reason'],
    },
  },
  attestations: {
    names: ['存证', 'Attestations'],
    columns: {
      ano: ['存证编号', 'Number'],
      kind: ['类型', 'Kind'],
      state: ['状态', 'State'],
      url: ['网址', 'URL'],
      name: ['名称', 'Name'],
      title: ['网页标题', 'Page title'],
      remark: ['备注', 'Remark'],
      labels: ['标签', 'Labels'],
      createdAt: ['提交时间', 'Submitted'],
      capturedAt: ['取证时间', 'Captured'],
      sealedAt: ['封存时间', 'Sealed'],
      retainedUntil: ['保存至', 'Retained until'],
      link: ['证据包下载页', 'Download page of the bundle'],
    },
  },
  orders: {
    names: ['订单', 'Orders'],
    columns: {
      no: ['订单号', 'Number'],
      kind: ['类型', 'Kind'],
      state: ['状态', 'State'],
      amountCents: ['金额（分）', 'Amount (cents)'],
      createdAt: ['下单时间', 'Ordered'],
      paidAt: ['支付时间', 'Paid'],
    },
  },
  ledger: {
    names: ['资金流水', 'Ledger'],
    columns: {
      at: ['时间', 'Time'],
      kind: ['类型', 'Kind'],
      subject: ['关联', 'Subject'],
      cents: ['金额（分）', 'Amount (cents)'],
      balanceCents: ['余额（分）', 'Balance (cents)'],
    },
  },
  invoices: {
    names: ['发票', 'Invoices'],
    columns: {
      no: ['申请号', 'Number'],
      kind: ['类型', 'Kind'],
      state: ['状态', 'State'],
      amountCents: ['金额（分）', 'Amount (cents)'],
      header: ['抬头', 'Header'],
      appliedAt: ['申请时间', 'Applied'],
    },
  },
  'invoice-headers': {
    names: ['发票抬头', 'Billing details'],
    columns: {
      kind: ['类型', 'Kind'],
      title: ['抬头', 'Header'],
      taxNumber: ['税号', 'Tax number'],
      bankName: ['开户银行', 'Bank'],
      bankAccount: ['银行账号', 'Bank account'],
      address: ['地址', 'Address'],
      phone: ['电话', 'Phone'],
      isDefault: ['默认', 'Default'],
      createdAt: ['添加时间', 'Added'],
    },
  },
  'bank-transfers': {
    names: ['对公转账', 'Bank transfers'],
    columns: {
      state: ['状态', 'State'],
      amountCents: ['金额（分）', 'Amount (cents)'],
      payerName: ['付款户名', 'Payer'],
      transferredOn: ['转账日期', 'Transferred on'],
      note: ['说明', 'Note'],
      remarkCode: ['附言码', 'Remark code'],
      reportedAt: ['提交时间', 'Reported'],
      decidedAt: ['核对时间', 'Decided'],
      reason: ['原因', 'Reason'],
      reference: ['银行流水号', 'Bank reference'],
      orderNo: ['订单号', 'Order'],
    },
  },
  matters: {
    names: ['公证事项', 'Notarization matters'],
    columns: {
      no: ['受理号', 'Number'],
      kind: ['类型', 'Kind'],
      state: ['状态', 'State'],
      office: ['公证处', 'Office'],
      parties: ['当事人', 'Parties'],
      feeCents: ['费用（分）', 'Fee (cents)'],
      deedNo: ['公证书编号', 'Deed number'],
      reason: ['原因', 'Reason'],
      createdAt: ['创建时间', 'Created'],
      submittedAt: ['提交时间', 'Submitted'],
      endedAt: ['办结时间', 'Ended'],
    },
  },
  members: {
    names: ['成员', 'Members'],
    columns: {
      name: ['姓名', 'Name'],
      phone: ['手机号', 'Phone'],
      loginName: ['登录名', 'Login name'],
      permissions: ['权限', 'Permissions'],
      scope: ['可见范围', 'Scope'],
      spendingLimitCents: ['每月限额（分）', 'Monthly limit (cents)'],
      state: ['状态', 'State'],
      createdAt: ['加入时间', 'Joined'],
    },
  },
  reports: {
    names: ['问题反馈', 'Reported problems'],
    columns: {
      at: ['时间', 'Time'],
      report: ['反馈编号', 'Report'],
      state: ['状态', 'State'],
      ano: ['存证编号', 'Attestation'],
      page: ['页面', 'Page'],
      author: ['发送方', 'Author'],
      text: ['内容', 'Text'],
    },
  },
  'notification-settings': {
    names: ['通知设置', 'Notification settings'],
    columns: {
      kind: ['类型', 'Kind'],
      mail: ['邮件', 'Mail'],
      text: ['短信', 'Text message'],
    },
  },
  addresses: {
    names: ['地址', 'Addresses'],
    columns: {
      recipient: ['收件人', 'Recipient'],
      phone: ['电话', 'Phone'],
      province: ['省', 'Province'],
      city: ['市', 'City'],
      district: ['区', 'District'],
      detail: ['详细地址', 'Address'],
    },
  },
  messages: {
    names: ['消息', 'Messages'],
    columns: {
      at: ['时间', 'Time'],
      kind: ['类型', 'Kind'],
      zh: ['内容（中文）', 'Text (Chinese)'],
      en: ['内容（英文）', 'Text (English)'],
      readAt: ['阅读时间', 'Read'],
    },
  },
  activity: {
    names: ['登录与操作记录', 'Sign-ins and activity'],
    columns: {
      at: ['时间', 'Time'],
      event: ['事件', 'Event'],
      zh: ['名称（中文）', 'Name (Chinese)'],
      en: ['名称（英文）', 'Name (English)'],
      address: ['网络地址', 'Network address'],
    },
  },
} as const satisfies Readonly<Record<string, { names: readonly [string, string]; columns: Columns }>>;

/** Explains the files of an export in both languages. @param o.missing attestations whose bundles are no longer stored */
export function readme({ now, bundles, missing }: { now: Date; bundles: number; missing: readonly string[] }): string {
  const lines = Object.entries(exportFiles).map(
    ([file, { names }]) => `${file}.json, ${file}.csv  ${names.join(' / ')}`,
  );
  const packed = [
    `bundles/  ${bundles} 个证据包，各为可独立核验的 ZIP 文件`,
    `bundles/  ${bundles} evidence bundles, each a ZIP file that can be verified by itself`,
  ];
  const linked = [
    '不含证据包：请按存证列表中的链接下载。',
    'Without bundles: download them by the links in the list of attestations.',
  ];
  const gone = [
    `保存期已过、证据包已不在存储中：${missing.join(', ')}`,
    `No longer stored (retention period over): ${missing.join(', ')}`,
  ];
  return [
    '存真 Proofkeep',
    now.toISOString(),
    '',
    '每类数据各有一个 JSON 和一个 CSV 文件，内容相同；时间为 UTC，金额以分为单位。',
    'Each kind of data is one JSON and one CSV file with the same content. Times are UTC, amounts are in cents.',
    ...(bundles > 0 ? packed : linked),
    ...(missing.length > 0 ? gone : []),
    '',
    ...lines,
    '',
  ].join('\n');
}
