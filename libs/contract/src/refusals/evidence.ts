import type { RefusalKind } from '../usual-refusals.ts';

/** Refusals about submitting, uploading and sharing evidence, and general ones. */
export const evidenceRefusals = {
  UPLOAD_TYPE: {
    status: 415,
    statusCode: '415131',
    says: ['不支持这种文件，请上传 {types}', "This file type isn't supported. Upload one of: {types}."],
  },
  UPLOAD_GONE: {
    status: 409,
    statusCode: '409133',
    says: ['该文件已失效，请重新上传', 'This file has expired. Upload it again.'],
  },
  FILE_DIFFERS: {
    status: 409,
    statusCode: '409134',
    says: [
      '上传的文件与所给的摘要不符，请重新上传',
      'An uploaded file does not match its stated digest. Upload it again.',
    ],
  },
  UPLOAD_INCOMPLETE: {
    status: 409,
    statusCode: '409139',
    says: ['文件尚未上传完毕，请继续上传', 'The file is not uploaded completely. Continue the upload.'],
  },
  PREVIEW_NONE: {
    status: 409,
    statusCode: '409130',
    says: ['这种文件无法预览，请下载后查看', "This file can't be previewed. Download it instead."],
  },
  FILE_NAMES: {
    status: 400,
    statusCode: '400133',
    says: ['有文件同名，请改名后重试', 'Two files have the same name. Rename one and try again.'],
  },
  UPLOAD_BROKEN: {
    status: 400,
    statusCode: '400131',
    says: ['文件为空或已损坏，无法打开，请换一个', "The file is empty or damaged and can't be opened. Choose another."],
  },
  SHEET_TOO_LARGE: {
    status: 400,
    statusCode: '400134',
    says: [
      '表格过大：一次最多 {max} 行，请拆分后重试',
      'This spreadsheet is too large: at most {max} rows at once. Split it and try again.',
    ],
  },
  SHEET_WITHOUT_URLS: {
    status: 400,
    statusCode: '400135',
    says: [
      '表格中没有找到网址列，请使用模板，或将网址放在第一列',
      'No column of URLs was found. Use the template, or put the URLs in the first column.',
    ],
  },
  COOKIES_INVALID: {
    status: 400,
    statusCode: '400161',
    says: [
      '没有识别出可用于 {site} 的 Cookie，或超过 {max} 项。请粘贴 Cookie 请求头、浏览器扩展导出的 JSON 或 cookies.txt',
      'No cookies for {site} were found, or more than {max}. Paste a Cookie header, a JSON export of a browser extension, or a cookies.txt file.',
    ],
  },
  COOKIES_OF_OTHER_USER: {
    status: 409,
    statusCode: '409162',
    says: [
      '该网页以他人的登录资料打开，只有提交人可以再次取证',
      "This page was opened with another user's signed-in profile. Only the user who submitted it can capture it again.",
    ],
  },
  COOKIES_USED: {
    status: 409,
    statusCode: '409163',
    says: [
      '每份登录资料只用于一次提交，该资料已用于另一次提交，请添加新的登录资料',
      'A signed-in profile is for one submission only, and this one belongs to another. Add a new profile.',
    ],
  },
  COOKIES_DELETED: {
    status: 409,
    statusCode: '409164',
    says: [
      '打开该网页的 Cookie 已随取证结束删除。请添加新的登录资料，重新提交',
      'The cookies that opened this page were deleted when its capture ended. Submit it again with a new profile.',
    ],
  },
  COOKIE_PROFILES_FULL: {
    status: 409,
    statusCode: '409161',
    says: [
      '最多保存 {max} 份登录资料，请先删除不用的',
      "You can save up to {max} signed-in profiles. Delete one you don't need first.",
    ],
  },
  VIEWS_FULL: {
    status: 409,
    statusCode: '409135',
    says: ['最多保存 {max} 个视图，请先删除不用的', "You can save up to {max} views. Delete one you don't need first."],
  },
  UPLOAD_PIXELS: {
    status: 400,
    statusCode: '400132',
    says: ['图片尺寸过大，请缩小后重试', 'The image dimensions are too large. Resize it and try again.'],
  },
  UPLOAD_IN_USE: {
    status: 409,
    statusCode: '409138',
    says: [
      '该文件已随申请提交，不能删除，请删除其他文件',
      "This file was submitted, so it can't be deleted. Delete others.",
    ],
  },
  UPLOAD_QUOTA: {
    status: 409,
    statusCode: '409132',
    says: [
      '本账号上传的文件已达上限，请删除不用的文件后重试',
      "The account has reached its upload limit. Delete files you don't need and try again.",
    ],
  },
  DEVICE_CODE: {
    status: 400,
    statusCode: '400951',
    says: ['绑定码不正确或已过期，请重新获取', 'This binding code is wrong or has expired. Get a new one.'],
  },
  DEVICES_FULL: {
    status: 409,
    statusCode: '409951',
    says: ['最多绑定 {count} 台设备，请先解绑不用的', 'You can bind up to {count} devices. Unbind one first.'],
  },
  DEVICE_UNBOUND: {
    status: 403,
    statusCode: '403951',
    says: ['该设备未绑定，请重新绑定', "This device isn't bound. Bind it again."],
  },
  DEVICE_SIGNATURE: {
    status: 400,
    statusCode: '400952',
    says: ['设备签名无效，请重新绑定设备', "The device's signature isn't valid. Bind it again."],
  },
  SEGMENT_INVALID: {
    status: 400,
    statusCode: '400953',
    says: ['分段格式不正确，请更新录制程序', 'The segment is malformed. Update the recorder.'],
  },
  SEGMENT_CHAIN: {
    status: 409,
    statusCode: '409952',
    says: [
      '分段不衔接，请从最后收到的一段续传',
      "The segment doesn't follow the last one received. Continue after that.",
    ],
  },
  SEGMENT_UNKNOWN: {
    status: 409,
    statusCode: '409953',
    says: ['分段尚未申报，请先申报', "This segment wasn't announced. Announce it first."],
  },
  SEGMENT_DIFFERS: {
    status: 409,
    statusCode: '409954',
    says: ['内容与设备签名的摘要不符，请重新上传', "The content doesn't match the signed digest. Upload it again."],
  },
  RECORDING_CLOSED: {
    status: 409,
    statusCode: '409955',
    says: ['该录制已结束，请开始新的录制', 'This recording has ended. Start a new one.'],
  },
  RECORDING_EMPTY: {
    status: 409,
    statusCode: '409956',
    says: [
      '尚未收到录制内容，未扣费，请上传后重试',
      'Nothing of this recording has arrived. Nothing was charged. Try again once it is uploaded.',
    ],
  },
  STATE_FORBIDS: {
    status: 409,
    statusCode: '409201',
    says: ['当前状态下不能进行此操作，请刷新后查看', "This isn't possible in the current state. Reload to see it."],
  },
  CHECK_CODE_INVALID: {
    status: 403,
    statusCode: '403201',
    says: [
      '提取码错误、已过期、已用完或已撤销，请核对，或索取新的提取码',
      'That check code is wrong, expired, used up or revoked. Check it, or ask for a new one.',
    ],
  },
  SCOPE_TOO_NARROW: {
    status: 403,
    statusCode: '403202',
    says: [
      '该提取码的范围不包括此内容，请索取范围更大的提取码',
      "This check code doesn't cover that. Ask for one that does.",
    ],
  },
  CODES_OPEN: {
    status: 409,
    statusCode: '409203',
    says: [
      '一件存证最多有 {most} 个有效提取码，请先撤销不再需要的',
      'An attestation can have {most} active check codes. Revoke one you no longer need.',
    ],
  },
  SESSIONS_OPEN: {
    status: 409,
    statusCode: '409302',
    says: [
      '最多同时进行 {most} 个在线取证，请先结束其他会话',
      'At most {most} live sessions can be open at once. End another one first.',
    ],
  },
  LEASE_LOST: {
    status: 409,
    statusCode: '409301',
    says: [
      '租约已失效：取证已由其他节点接手，或不再需要',
      'The lease was lost: another node holds it, or the capture is no longer wanted.',
    ],
  },
  CLOCK_UNKNOWN: {
    status: 503,
    statusCode: '503301',
    says: ['节点时钟未能比对，请重试', "The node's clock couldn't be compared. Try again."],
  },
  TICKET_INVALID: {
    status: 400,
    statusCode: '400601',
    says: ['这一步已过期，请重新开始登录', 'This step has expired. Start signing in again.'],
  },
  CHANGED_MEANWHILE: {
    status: 409,
    statusCode: '409604',
    says: ['其他人已修改此内容，请核对后再保存', 'Someone else changed this in the meantime. Check it, then save.'],
  },
  EXPORT_OPEN: {
    status: 409,
    statusCode: '409411',
    says: ['已有一份数据正在准备，请等待完成或先取消', 'An export is being prepared. Wait for it or cancel it first.'],
  },
  EXPORTS_BUSY: {
    status: 503,
    statusCode: '503302',
    says: ['正在生成的文件较多，请 {wait}后重试', 'Many files are being prepared. Try again in {wait}.'],
  },
  EXPORT_TOO_LARGE: {
    status: 409,
    statusCode: '409404',
    says: [
      '记录超过 {max} 条，请缩小范围后再导出',
      'More than {max} {max:entry|entries}. Narrow the filters, then export.',
    ],
  },
} as const satisfies Record<string, RefusalKind>;
