/** Sentences about changes made by a capture, missing parts, signs of another page, and recordings. */
export const reportSentences = {
  'altered.device': [
    '按要求以手机的身份访问网站：窗口、触摸屏和用户代理标识均按手机设置。',
    'The site was visited as a phone, as requested: window, touch screen and user agent were set accordingly.',
  ],
  'altered.densities': [
    '按要求另外加载了 {count} 张供其他屏幕密度使用的图片。',
    '{count} {count:image|images} for other screen densities {count:was|were} loaded as well, as requested.',
  ],
  'altered.user-agent': [
    '发送给网站的用户代理标识去掉了“Headless”字样，客户端提示随之设置。',
    'The user agent was sent without the word “Headless”, and client hints were set to match.',
  ],
  'altered.tls-overridden': [
    '浏览器不认可 {host} 的证书，仍按要求继续取证：{error}',
    'The browser rejected the certificate of {host}; the capture continued as requested: {error}',
  ],
  'altered.signed-in': [
    '按要求使用了用户提供的登录资料（{count} 项 Cookie）。Cookie 请求头只保留摘要；已在除图片外的全部内容中查找 8 个字符以上的值。',
    'The page was opened with {count} {count:cookie|cookies} that the user supplied, as requested. Cookie headers contain digests only; values of 8 characters or more were searched for in everything that was kept, except images.',
  ],
  'cookies.shown': [
    '网页内容中含有所用登录资料的值，证据中不得含有它，因此没有存证。',
    'The page contains a value of the signed-in profile. Evidence must not contain it, so nothing was preserved.',
  ],
  'cookies.gone': ['所用登录资料已删除或过期。', 'The signed-in profile was deleted or has expired.'],
  'cookies.refused': [
    '浏览器不接受所用登录资料中的凭据，因此没有打开网页。',
    'The browser rejected a cookie of the signed-in profile, so the page was not opened.',
  ],
  'cookies.not-https': [
    '使用登录资料的网址须以 https:// 开头，以免凭据明文传输。',
    'A URL opened with a signed-in profile must start with https://, so that its cookies are not sent unencrypted.',
  ],
  'cookies.other-site': ['所选登录资料只用于 {site}。', 'The signed-in profile is for {site} only.'],
  'altered.consent': ['已点击同意弹窗中的“{label}”。', '“{label}” was clicked in a cookie banner.'],
  'altered.navigation': [
    '网页 {times} 次试图自行跳转，均已阻止。',
    'The page tried to navigate away {times} {times:time|times} and was stopped.',
  ],
  'altered.dialogs': [
    '网页弹出的 {count} 个对话框由取证程序应答。',
    '{count} {count:dialog|dialogs} opened by the page {count:was|were} answered by the capture tool.',
  ],
  'altered.windows': [
    '网页打开的 {count} 个窗口被立即关闭。',
    '{count} {count:window|windows} opened by the page {count:was|were} closed immediately.',
  ],
  'altered.lazy-loading': [
    '{count} 个延迟加载的图片或框架被改为立即加载。',
    '{count} lazy-loaded {count:image or frame was|images and frames were} loaded immediately.',
  ],
  'altered.scripts-stopped': [
    '截图前停止了网页脚本，使截图、页面结构和文字出自同一时刻。',
    'Scripts were stopped before the screenshot so that screenshot, document and text show the same moment.',
  ],
  'altered.scripts-ended': [
    '网页不再响应，其脚本被强制终止。',
    'The page stopped responding, so its scripts were terminated.',
  ],
  'altered.refetched': [
    '{count} 个资源首次未能完整取得，已再次请求。',
    '{count} {count:resource that arrived incomplete was|resources that arrived incomplete were} requested again.',
  ],
  'altered.withheld': [
    '网络记录中的 {count} 处登录凭据（会话标识、授权信息及含密码的请求内容）已替换为其摘要。',
    '{count} {count:credential|credentials} in the network record (cookies, Authorization, request bodies with passwords) {count:was|were} replaced by {count:its digest|their digests}.',
  ],
  'altered.file-choosers': [
    '网页请求选择文件 {count} 次，均已关闭。',
    'The page asked for a file {count} {count:time|times}; each file chooser was closed.',
  ],

  'recording.lost': ['录制无法写入。', "The recording couldn't be written."],
  'recording.empty': ['没有录制到任何画面。', 'No picture was recorded.'],
  'playback.failed': [
    '未能生成回放视频，原始录制不受影响。',
    "The playback copy couldn't be made. The recording itself isn't affected.",
  ],
  'session.stopped': [
    '使用者结束取证：时长 {seconds} 秒，{frames} 帧画面，{events} 条操作记录，{chunks} 个分段。',
    'Stopped by the user after {seconds} s: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.',
  ],
  'session.time': [
    '达到预定时长 {seconds} 秒，自动结束：{frames} 帧画面，{events} 条操作记录，{chunks} 个分段。',
    'Ended at the booked time of {seconds} s: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.',
  ],
  'session.away': [
    '使用者断开连接后未返回，自动结束于 {seconds} 秒：{frames} 帧画面，{events} 条操作记录，{chunks} 个分段。',
    "Ended at {seconds} s because the user didn't come back: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.",
  ],
  'session.idle': [
    '长时间无操作，自动结束于 {seconds} 秒：{frames} 帧画面，{events} 条操作记录，{chunks} 个分段。',
    'Ended at {seconds} s because of inactivity: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.',
  ],
  'session.size': [
    '录制达到大小上限，自动结束于 {seconds} 秒：{frames} 帧画面，{events} 条操作记录，{chunks} 个分段。',
    'Ended at {seconds} s at the size limit of a recording: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.',
  ],
  'session.browser': [
    '浏览器意外退出，录制止于 {seconds} 秒：{frames} 帧画面，{events} 条操作记录，{chunks} 个分段。',
    'The browser ended unexpectedly; the recording ends at {seconds} s: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.',
  ],
  'session.node': [
    '取证节点停机维护，录制止于 {seconds} 秒：{frames} 帧画面，{events} 条操作记录，{chunks} 个分段。',
    'The capture node was shut down; the recording ends at {seconds} s: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.',
  ],
  'session.lost': [
    '取证节点失去联系，保留了此前已收到的录制，止于 {seconds} 秒：{frames} 帧画面，{chunks} 个分段。',
    'The capture node was lost. The recording that had arrived by then was kept; it ends at {seconds} s: {frames} {frames:frame|frames}, {chunks} {chunks:chunk|chunks}.',
  ],
  'session.snapshot-lost': ['截图失败，请重试。', "The screenshot couldn't be taken. Try again."],
  'session.download-lost': [
    '“{name}”下载失败，未能保存为证据。',
    '“{name}” couldn’t be downloaded, so it isn’t kept as evidence.',
  ],
  'session.uploads-full': [
    '“{name}”未能交给网页：一次取证最多可提供 {megabytes} MB 文件。',
    '“{name}” wasn’t sent: a session can send at most {megabytes} MB of files to pages.',
  ],
  'session.given-up': [
    '录制结束后 {days} 天内未能封存，因此不收费；录制内容由平台保留，请联系客服。',
    "The recording couldn't be sealed within {days} {days:day|days}, so it isn't charged. The platform keeps what was recorded: contact support.",
  ],
  'session.record-recovered': [
    '网络记录由丢失前已收到的部分组成；另有 {count} 个请求没有收到完整响应。',
    'The network record contains only what had arrived by then; {count} {count:request|requests} had no complete answer.',
  ],
  'session.end-clock-missing': [
    '录制结束时未能比对时钟，因为取证节点已失去联系。',
    'The clock was not compared at the end of the recording, because the capture node was lost.',
  ],
  'session.record-lost': ['网络记录随取证节点丢失。', 'The network record was lost with the capture node.'],

  'tls.authority': ['签发者“{issuer}”不受信任。', "Its issuer “{issuer}” isn't trusted."],
  'tls.self-signed': ['证书由网站自行签发。', 'It is self-signed.'],
  'tls.name': ['证书与域名不符，证书中的名称为 {names}。', 'It was issued for a different name: {names}.'],
  'tls.not-yet': ['证书自 {at} 起才有效。', "It isn't valid before {at}."],
  'tls.expired': ['证书已于 {at} 过期。', 'It expired at {at}.'],
  'tls.untrusted': ['签发者不受信任。', "Its issuer isn't trusted."],
  'tls.other-name': ['证书与域名不符。', 'It was issued for a different name.'],
  'tls.date': ['证书已过期或尚未生效。', "It has expired or isn't valid yet."],
  'tls.revoked': ['证书已被吊销。', 'It was revoked.'],
  'tls.weak': ['网站使用的加密方式过于陈旧。', 'The site uses outdated encryption.'],
  'tls.transparency': ['证书未在公开日志中登记。', "It isn't in any public certificate log."],
  'tls.unnamed': ['浏览器未说明原因。', 'The browser gave no reason.'],

  'missing.limit': ['请求数已达上限。', 'The request limit was reached.'],
  'missing.unfinished': ['取证结束时仍在加载。', 'It was still loading when the capture ended.'],
  'missing.range': ['只请求了其中一部分。', 'Only part of it was requested.'],
  'missing.no-body': ['浏览器没有给出内容。', 'The browser provided no content.'],
  'missing.short-body': [
    '应有 {expected} 字节，浏览器只给出 {kept} 字节。',
    'The browser provided {kept} of {expected} bytes.',
  ],
  'missing.decoded': [
    '浏览器只给出解码后的文字，字节可能不同。',
    'The browser provided it only as decoded text; the bytes may differ.',
  ],
  'missing.asked-again': ['{first} 再次请求：{again}', '{first} Requested again: {again}'],
  'missing.redirect': ['浏览器不提供重定向响应的内容。', "Browsers don't provide the body of a redirect."],
  'refetch.status': ['状态码为 {status}。', 'the status was {status}.'],
  'refetch.elsewhere': ['重定向到了另一个网址。', 'it redirected to another URL.'],
  'refetch.coding': ['内容以 {coding} 编码返回。', 'the body was sent with {coding} encoding.'],
  'refetch.certificate': [
    '服务器出示的证书与浏览器收到的不同。',
    'the server presented a different certificate than it did to the browser.',
  ],
  'missing.closed': ['所在页面或后台线程已关闭。', 'Its page or worker was closed.'],

  'block.header': ['响应头 {header}', 'the header {header}'],
  'block.widget': ['验证组件 {widget}', 'a {widget}'],
  'block.title': ['标题“{title}”', 'the title “{title}”'],
  'block.words': ['文字“{words}”', 'the words “{words}”'],
  'block.status': ['HTTP {status}', 'HTTP {status}'],
  'block.redirect': ['跳转到 {url}', 'a redirect to {url}'],
  'block.password': ['有密码输入框，其他内容很少', 'a password field and little else'],
  'block.overlay': ['首屏的 {percent}% 被遮挡', '{percent}% of the first screen is covered'],
  'block.overlay-named': ['首屏的 {percent}% 被“{label}”遮挡', '“{label}” covers {percent}% of the first screen'],
  'block.shop-wall': ['{platform} 的登录页或验证页', 'a sign-in or verification page of {platform}'],
  'block.nothing': ['页面上没有文字和图片', 'no text or images on the page'],
} as const satisfies Record<string, readonly [zh: string, en: string]>;
