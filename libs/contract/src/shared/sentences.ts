import { z } from 'zod';
import { fillGaps, type GapsOf } from './gaps.ts';
import type { Language } from './language.ts';

/**
 * What a capture has to say to a person, in both languages. Records hold the name of a sentence with what fills it, and its
 * English text, so that a reader who has not this table can still read them. A sentence that was released keeps its name.
 */
export const sentences = {
  /** What a user wrote. */
  'holder.words': ['{text}', '{text}'],
  /**
   * Retired: words of a program, as they came. Records of earlier releases have it, with the words as `text`; nobody is shown
   * them, and `message` doesn't take the name.
   */
  verbatim: ['（原始记录见证据包）', '(see the evidence bundle for the original record)'],
  'program.fault': ['程序内部出错（编号 {trace}）。', 'An internal error occurred (ref. {trace}).'],
  'fault.ours': [
    '平台出现故障，取证未完成（编号 {trace}）。',
    'A problem on our side stopped this capture (ref. {trace}).',
  ],
  /** A value with a name in each language. */
  named: ['{zh}', '{en}'],

  'url.not-an-address': [
    '这不是网址，网址形如 https://example.com/page。',
    "This isn't a URL. It should look like https://example.com/page.",
  ],
  'sheet.no-url': ['这一行没有网址。', 'This row has no URL.'],
  'sheet.long': ['“{column}”过长，最多 {max} 个字。', '“{column}” is too long: at most {max} characters.'],
  'sheet.option': [
    '“{column}”不支持“{value}”，可填：{allowed}。',
    '“{value}” isn’t a value of “{column}”. Allowed: {allowed}.',
  ],
  'url.scheme': [
    '只能存证 http 和 https 网址，不支持“{scheme}”。',
    'Only http and https URLs can be preserved, not “{scheme}”.',
  ],
  'url.credentials': [
    '网址中含有用户名或密码，请去掉后重试。',
    'The URL contains a username or password. Remove it and try again.',
  ],
  'egress.port': ['端口 {port} 不用于网页服务。', "Port {port} isn't used for web pages."],
  'egress.not-public': ['{address} 不是公网地址。', "{address} isn't a public internet address."],
  'egress.this-machine': ['{address} 是本机地址。', "{address} is this machine's own address."],
  'egress.own-service': ['{address} 属于本服务。', '{address} belongs to this service.'],
  'egress.not-a-host': ['这不是主机名。', "This isn't a host name."],
  'egress.browser-own': ['这是浏览器自身的请求。', "This was the browser's own request."],
  'egress.closed': ['已达到本次取证的上限。', 'A limit of this capture was reached.'],
  'egress.no-address': ['该域名没有地址。', 'The domain has no address.'],
  'egress.refused': ['不允许访问 {host}：{why}', "Access to {host} isn't allowed: {why}"],
  'egress.unresolved': ['无法解析域名 {host}：{why}', "The domain {host} couldn't be resolved: {why}"],
  'egress.unreachable': ['无法连接 {host}（{addresses}）：{why}', "{host} ({addresses}) couldn't be reached: {why}"],

  'network.unknown-name': ['没有这个域名。', "The domain doesn't exist."],
  'network.no-resolver': ['域名服务器没有答复。', "The name server didn't answer."],
  'network.refused': ['对方拒绝连接。', 'The connection was refused.'],
  'network.reset': ['连接被对方中断。', 'The other side closed the connection.'],
  'network.timeout': ['等待答复超时。', 'No answer arrived in time.'],
  'network.no-connection': ['{seconds} 秒内未能建立连接。', 'No connection was made within {seconds} s.'],
  'network.silent': ['{seconds} 秒内没有收到任何数据。', 'Nothing arrived for {seconds} s.'],
  'network.no-route': ['网络不可达。', "The network or host can't be reached."],
  'network.tls': ['无法建立加密连接（TLS）。', "A secure connection (TLS) couldn't be established."],
  'network.malformed': ['网站的答复不符合 HTTP 协议。', "The response doesn't follow HTTP."],
  'network.empty': ['网站没有返回任何数据。', 'The site sent no data.'],
  'network.short': ['收到的内容少于网站所声明的长度。', 'Less arrived than the site had announced.'],
  'network.decoding': ['内容无法解码。', "The content couldn't be decoded."],
  'network.cancelled': ['网页取消了这个请求。', 'The page cancelled the request.'],
  'network.blocked': ['浏览器按安全规则拦截了这个请求。', "The browser's security rules blocked the request."],
  'network.cross-origin': [
    '网站不允许该网页读取（跨域限制）。',
    "The site doesn't let this page read it (cross-origin rules).",
  ],
  'network.proxy': ['经出口代理未能连接。', "The connection through the egress proxy wasn't made."],
  'network.socket': ['实时连接（WebSocket）失败。', 'The WebSocket connection failed.'],
  'network.other': ['网络请求失败。', 'The network request failed.'],

  'limit.bytes': [
    '接收数据超过 {bytes} 字节，其余部分已中断。',
    'More than {bytes} {bytes:byte|bytes} were received; the rest was cut off.',
  ],
  'limit.connections': [
    '连接尝试超过 {count} 次，其后不再放行。',
    'More than {count} {count:connection was|connections were} attempted; further ones were blocked.',
  ],
  'limit.requests': [
    '请求超过 {count} 个，其后不再发出。',
    'More than {count} {count:request was|requests were} made; further ones were blocked.',
  ],
  'limit.windows': [
    '网页打开的窗口超过 {count} 个，网页及其窗口已被停止。',
    'The page opened more than {count} {count:window|windows}; the page and its windows were stopped.',
  ],

  'step.late': ['未能在 {seconds} 秒内完成。', 'Not completed within {seconds} s.'],
  'step.not-reached': ['未执行：{because}', 'Not run: {because}'],
  'step.not-possible': ['无法执行：{because}', "Couldn't be done: {because}"],
  'step.nothing-recorded': ['没有任何网络记录。', 'Nothing was recorded.'],
  'page.unanswering': ['网页长时间无响应。', 'The page stopped responding.'],

  'browser.version': ['{version}', '{version}'],
  'browser.missing': ['取证节点上没有浏览器。', 'The capture node has no browser.'],
  'browser.not-started': ['浏览器未能启动。', "The browser didn't start."],
  'browser.ended': ['浏览器自行退出。', 'The browser exited unexpectedly.'],
  'browser.memory': [
    '网页占用内存超过 {megabytes} MB，浏览器已被终止。',
    'The page used more than {megabytes} MB of memory, so its browser was stopped.',
  ],
  'browser.crashed': ['网页使浏览器的渲染进程崩溃。', "The page crashed the browser's renderer."],
  'browser.not-confined': [
    '从浏览器的隔离环境中仍可访问 {what}，已拒绝运行。',
    "{what} was reachable from inside the browser's isolation, so the browser wasn't used.",
  ],

  'browser.no-sandbox': [
    '浏览器的沙箱未启用，已拒绝使用。',
    "The browser's sandbox was off, so the browser wasn't used.",
  ],

  'load.arrived': ['HTTP {status}', 'HTTP {status}'],
  'load.arrived-elsewhere': ['HTTP {status}，到达 {url}', 'HTTP {status}, ended at {url}'],
  'load.no-page': ['{seconds} 秒内没有网页返回。', 'No page was received within {seconds} s.'],
  'load.slow': [
    '{seconds} 秒后网页仍未加载完成，按当时状态保存。',
    "The page hadn't finished loading after {seconds} s and was captured as it was.",
  ],
  'load.restless': [
    '网页自行跳转了 {times} 次，按当时状态保存。',
    'The page redirected itself {times} {times:time|times} and was captured as it was.',
  ],
  'load.never-shown': [
    '网页自行跳转了 {times} 次，始终未显示任何内容。',
    'The page redirected itself {times} {times:time|times} and never displayed anything.',
  ],
  'load.blank': ['{seconds} 秒内网页未显示任何内容。', 'The page displayed nothing within {seconds} s.'],
  'load.stuck': ['网页不再响应，按当时状态保存。', 'The page stopped responding and was captured as it was.'],
  'load.download': ['该网址返回的是文件，不是网页。', 'The URL returns a file, not a page.'],
  'load.named-download': ['该网址返回的是文件（{name}），不是网页。', 'The URL returns a file ({name}), not a page.'],
  'load.redirects': ['该网址只是不断跳转，没有返回网页。', 'The URL only redirects; no page was received.'],
  'load.no-content': ['网站没有返回网页内容。', 'The site returned no page content.'],
  'load.certificate': [
    '浏览器不认可该网站的 TLS 证书：{error}',
    "The browser doesn't accept the site's TLS certificate: {error}",
  ],
  'load.unreachable': ['无法连接该网站：{error}', "The site couldn't be reached: {error}"],

  'consent.not-asked': ['未要求处理。', 'Not requested.'],
  'consent.none': ['未发现同意弹窗。', 'No cookie banner was found.'],
  'consent.pressed': ['已点击“{label}”。', '“{label}” was clicked.'],
  'consent.stayed': ['已点击“{label}”，弹窗仍在。', '“{label}” was clicked, but the banner is still there.'],

  'scroll.bottom': [
    '已到页面底部，高 {heightPx} 像素（滚动 {steps} 次，增长 {growths} 次）。',
    'Bottom reached at {heightPx} px ({steps} {steps:step|steps}, {growths} {growths:growth|growths}).',
  ],
  'scroll.cut': [
    '在 {reachedPx} 像素处停止，页面高 {heightPx} 像素（滚动 {steps} 次，增长 {growths} 次）：{because}',
    'Stopped at {reachedPx} of {heightPx} px ({steps} {steps:step|steps}, {growths} {growths:growth|growths}): {because}',
  ],
  'scroll.area': [
    '网页内的滚动区域未能滚动到底，高 {heightPx} 像素：{because}',
    'A scrollable area inside the page ({heightPx} px high) was not scrolled to its end: {because}',
  ],
  'scroll.steps': ['已滚动 {steps} 次。', 'Scrolled {steps} {steps:time|times}.'],
  'scroll.height': ['页面高于 {heightPx} 像素。', 'The page is taller than {heightPx} px.'],
  'scroll.growths': [
    '页面增长 {growths} 次后仍在增长。',
    'The page kept growing after {growths} {growths:time|times}.',
  ],
  'scroll.time': ['滚动时间已到。', 'The time limit for scrolling was reached.'],
  'scroll.waiting': [
    '到达底部后仍有 {requests} 个请求未返回，后续内容可能未加载。',
    'At the bottom, {requests} {requests:request was|requests were} still pending, so later content may be missing.',
  ],
  'scroll.restless': [
    '到达底部后 {seconds} 秒内页面未再增长，但网络一直未静止。',
    "At the bottom, the page didn't grow for {seconds} s, but the network stayed active.",
  ],

  'clock.compared': [
    '签发时钟与 {sources} 个外部时间服务器相差 {offsetMs} ± {uncertaintyMs} 毫秒。',
    'The clock was off by {offsetMs} ± {uncertaintyMs} ms, according to {sources} external time servers.',
  ],
  'clock.not-compared': ['签发时钟未与任何外部时钟比对。', "The clock wasn't compared with any external clock."],

  'custody.file': ['{path}', '{path}'],
  'custody.code': ['提取码：{label}', 'Check code: {label}'],
  'custody.verified': ['访客的浏览器报告：核验通过', "The visitor's browser reported: verified"],
  'custody.not-verified': ['访客的浏览器报告：核验未通过或未完成', "The visitor's browser reported: not verified"],

  'stamp.declined': [
    '外部时间戳机构 {authority} 未出具时间戳。',
    'The external timestamp authority {authority} issued no timestamp.',
  ],

  'log.entry': [
    '日志第 {index} 号条目，检查点共 {size} 条。',
    'Log entry {index}, covered by the checkpoint of {size} {size:entry|entries}.',
  ],
  'file.added': ['补充文件“{name}”，与已存证的摘要一致。', 'Added “{name}”, which matches the attested digest.'],
  'attestation.unknown': ['没有这个存证编号。', 'No attestation has this number.'],
  'attestation.not-waiting': ['该存证当前不在待确认状态。', "This attestation isn't waiting for confirmation."],
  'attestation.again': ['已放弃，重新取证。', 'Discarded and captured again.'],
  'attestation.warned': [
    '请先核对这次取证：{what}。仍要出证时，须明确选择。',
    'Check this capture first: {what}. Certifying it anyway must be chosen explicitly.',
  ],
  'attestation.expired': [
    '{days} 天内未确认，已取消。',
    'Not confirmed within {days} {days:day|days}, so it was cancelled.',
  ],

  'settle.text-there': ['网页已显示“{text}”。', 'The page shows “{text}”.'],
  'settle.text-missing': [
    '等待 {seconds} 秒后网页仍未显示“{text}”。',
    'After {seconds} s the page still doesn’t show “{text}”.',
  ],
  'settle.busy': [
    '{seconds} 秒后仍有 {requests} 个请求未完成。',
    '{requests} {requests:request was|requests were} still pending after {seconds} s.',
  ],
  'settle.restless': ['{seconds} 秒内网络一直未静止。', "The network didn't become idle within {seconds} s."],
  'settle.kept': [
    '网页 {times} 次试图自行跳转，未予放行；操作记录中有目标网址。',
    'The page tried to navigate away {times} {times:time|times} and was stopped; the action record lists the URLs.',
  ],
  'settle.replaced': ['网页在采集中自行更换了内容。', 'The page replaced its content during the capture.'],
  'settle.fonts': ['字体尚未加载完。', 'Fonts were still loading.'],
  'settle.images-waiting': ['{images} 张图片尚未到达。', '{images} {images:image|images} had not loaded.'],
  'settle.images-broken': ['{images} 张图片无法显示。', "{images} {images:image|images} can't be displayed."],

  'screenshot.whole': ['{widthPx} × {heightPx} 像素', '{widthPx} × {heightPx} px'],
  'screenshot.time': [
    '{heightPx} 像素中截取了 {shownPx} 像素：截图时间已到。',
    '{shownPx} of {heightPx} px captured: the time limit for the screenshot was reached.',
  ],
  'screenshot.height': [
    '{heightPx} 像素中截取了 {shownPx} 像素：页面高于上限。',
    '{shownPx} of {heightPx} px captured: the page is taller than the limit.',
  ],
  'screenshot.width': [
    '{contentPx} 像素宽度中截取了 {shownPx} 像素。',
    '{shownPx} of {contentPx} px of its width captured.',
  ],
  'dom.frames-lost': ['{frames} 个框架中有 {lost} 个未能保存。', "{lost} of {frames} frames couldn't be saved."],
  'text.frames-lost': [
    '{frames} 个框架中有 {lost} 个未能读取文字。',
    "The text of {lost} of {frames} frames couldn't be read.",
  ],
  'pdf.pages': ['{pages} 页', '{pages} {pages:page|pages}'],
  'pdf.no-text': ['不含可检索文字，网页未给出。', 'Without searchable text, because the page provided none.'],
  'certificates.chain': [
    '证书链含 {certificates} 张证书',
    '{certificates} {certificates:certificate|certificates} in the chain',
  ],
  'certificates.none': [
    '网页经明文 http 传输，没有证书。',
    'The page was transferred over plain http, so there is no TLS certificate.',
  ],
  'product.wall': [
    '网页被登录页或验证页挡住，未读取商品信息',
    'A sign-in or verification page is shown; no product facts were read.',
  ],
  'product.found': ['找到 {count} 项商品信息', '{count} product {count:fact|facts} found'],
  'pack.no-product': ['未能写入商品信息', 'The product facts could not be written.'],
  'pack.exchanges': ['{exchanges} 次请求与响应', '{exchanges} {exchanges:exchange|exchanges}'],

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
  'altered.consent': ['已点击同意弹窗中的“{label}”。', '“{label}” was clicked in a cookie banner.'],
  'altered.navigation': [
    '网页 {times} 次试图自行跳转，未予放行。',
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
    'Ended at {seconds} s because nothing was done: {frames} {frames:frame|frames}, {events} {events:event|events}, {chunks} {chunks:chunk|chunks}.',
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

  'capture.stopped': ['取证已被停止。', 'The capture was stopped.'],
  'capture.left': ['程序在封存前中断。', 'The process ended before the evidence was sealed.'],
  'capture.clock-far': [
    '取证节点的时钟与服务器相差 {seconds} 秒，本次取证未采用。',
    "The capture node's clock was off by {seconds} s, so this capture wasn't used.",
  ],
  'seal.not-verified': [
    '封存的内容未能通过核验，因此没有写入日志，也不收费：{because}',
    "The result didn't pass verification, so it wasn't logged or charged: {because}",
  ],
  'capture.wall': ['取证达到 {seconds} 秒上限，已终止。', 'The capture was stopped at its limit of {seconds} s.'],
  'capture.no-picture': ['截图失败：{because}', 'The screenshot failed: {because}'],
  'capture.step-failed': ['步骤 {step} 失败：{because}', 'Step {step} failed: {because}'],
  'capture.nothing': ['没有可封存的内容。', 'The capture produced nothing to seal.'],

  'message.capture-waits': [
    '“{name}”已完成取证，请在 {days} 天内确认。',
    '“{name}” is ready to review. Confirm it within {days} {days:day|days}.',
  ],
  'message.capture-failed': [
    '“{name}”取证失败：{why}未收取费用，可以重试。',
    "“{name}” couldn't be captured: {why} You weren't charged and can try again.",
  ],
  'message.capture-sealed': [
    '“{name}”已封存，可下载存证证书和证据包。',
    '“{name}” is sealed. You can download its certificate and evidence bundle.',
  ],
  'message.capture-expired': [
    '“{name}”在 {days} 天内未确认，已取消，冻结的费用已退回。',
    "“{name}” wasn't confirmed within {days} {days:day|days} and was cancelled. The amount on hold was released.",
  ],
  'message.batch-finished': [
    '“{name}”处理完毕，共 {count} 件：已封存 {preserved} 件，待确认 {waiting} 件，失败 {failed} 件。',
    '“{name}” has finished: {preserved} of {count} sealed, {waiting} to review, {failed} failed.',
  ],
  'message.batch-expired': [
    '“{name}”中有 {expired} 件在 {days} 天内未确认，已取消，冻结的费用已退回。',
    "“{name}”: {expired} {expired:capture was|captures were} cancelled because {expired:it wasn't|they weren't} confirmed within {days} {days:day|days}. The amount on hold was released.",
  ],
  'message.order-lapsed': [
    '订单 {order} 未在限时内支付，已关闭；其中的 {count} 个网页没有取证。',
    "Order {order} wasn't paid in time and was closed. Its {count} {count:page wasn't|pages weren't} captured.",
  ],
  'message.invited': [
    '“{account}”邀请您成为其成员，请在 {days} 天内答复。',
    '“{account}” invites you to become a member. Please reply within {days} {days:day|days}.',
  ],
  'message.invitation-joined': [
    '{name}已接受邀请，加入本账号。',
    '{name} accepted the invitation and joined this account.',
  ],
  'message.invitation-declined': ['{name}谢绝了邀请。', '{name} declined the invitation.'],
  'message.seat-left': ['{name}已退出本账号。', '{name} has left this account.'],
  'message.acted-as': ['{name}切换为您的身份进行操作。', '{name} switched to act as you.'],
  'message.phone-bound': ['登录手机号已更换为 {phone}。', 'Your sign-in phone is now {phone}.'],
  'message.password-changed': [
    '登录密码已修改，其他设备已退出登录。如非本人操作，请立即重设密码。',
    "Your password was changed and your other devices were signed out. If this wasn't you, reset it now.",
  ],
  'message.password-reset': [
    '登录密码已通过手机验证码重设，所有设备已退出登录。如非本人操作，请立即重设密码。',
    "Your password was reset with an SMS code, and all devices were signed out. If this wasn't you, reset it now.",
  ],
  'message.password-set': [
    '“{account}”为您设置了新的登录密码。下次登录时，须先设置您自己的密码。',
    "“{account}” set a new password for you. At your next sign-in you'll be asked to choose your own.",
  ],
  'message.factor-added': [
    '已添加两步验证方式“{name}”。如非本人操作，请立即移除并修改密码。',
    "The second factor “{name}” was added. If this wasn't you, remove it and change your password now.",
  ],
  'message.factor-removed': [
    '已移除两步验证方式“{name}”。如非本人操作，请立即修改密码。',
    "The second factor “{name}” was removed. If this wasn't you, change your password now.",
  ],
  'message.recovery-asked': [
    '有人凭密码和短信验证码申请移除您的两步验证方式（IP 地址 {address}）。如非本人操作，请登录并终止该申请，然后修改密码。',
    "Someone with your password and an SMS code requested removal of your two-step verification (IP address {address}). If this wasn't you, sign in, stop the request, and change your password.",
  ],
  'message.recovery-scheduled': [
    '移除两步验证方式的申请已核实，将于 {hours} 小时后生效。如非本人操作，请在此之前登录并终止该申请。',
    "The request to remove your two-step verification was approved and takes effect in {hours} {hours:hour|hours}. If this wasn't you, sign in and stop it before then.",
  ],
  'message.recovery-done': [
    '您的两步验证方式已全部移除，所有设备已退出登录。请登录后重新添加。',
    'Your two-step verification was removed and all devices were signed out. Sign in and set it up again.',
  ],
  'message.recovery-refused': [
    '移除两步验证方式的申请未通过核实。如确为本人申请，请联系客服。',
    'The request to remove your two-step verification was rejected. If it was yours, contact support.',
  ],
  'message.recovery-stopped': [
    '移除两步验证方式的申请已终止。如申请并非您提出，请立即修改密码。',
    "The request to remove your two-step verification was stopped. If you didn't make it, change your password now.",
  ],
  'message.recovery-expired': [
    '移除两步验证方式的申请在 {days} 天内未处理，已过期。如仍需要，请重新申请。',
    "The request to remove your two-step verification wasn't processed within {days} {days:day|days} and expired. Submit it again if you still need it.",
  ],
  'message.third-bound': [
    '已绑定第三方账号（{provider}），可用其登录。如非本人操作，请立即解绑并修改密码。',
    "A third-party account ({provider}) was linked and can sign in as you. If this wasn't you, unlink it and change your password now.",
  ],
  'message.third-unbound': [
    '已解绑第三方账号（{provider}），不能再用其登录。如非本人操作，请立即修改密码。',
    "The third-party account ({provider}) was unlinked and can no longer sign in. If this wasn't you, change your password now.",
  ],
  'message.member-edited': [
    '“{account}”修改了您的姓名、权限、可见范围或消费限额。',
    '“{account}” changed your name, permissions, scope or spending limit.',
  ],
  'message.member-disabled': [
    '“{account}”已停用您的成员身份。如有疑问，请联系该账号的持有人。',
    '“{account}” disabled your membership. If you have questions, contact the account owner.',
  ],
  'message.member-removed': [
    '“{account}”已删除您的成员身份，您不再能以其名义操作。',
    '“{account}” deleted your membership. You can no longer act for it.',
  ],
  'message.member-phone': [
    '“{account}”已将您子账号的登录手机号更换为 {phone}，您的登录已退出。',
    '“{account}” changed the phone of your sub-account to {phone} and signed you out.',
  ],
  'message.handover-offered': [
    '{name}请您接手账号“{account}”，成为其持有人。请在 {days} 天内答复。',
    '{name} asks you to take over the account “{account}” as its holder. Please reply within {days} {days:day|days}.',
  ],
  'message.handover-withdrawn': [
    '{name}已撤回移交账号“{account}”的请求。',
    '{name} withdrew the offer to hand over the account “{account}”.',
  ],
  'message.handover-declined': [
    '{name}谢绝接手账号“{account}”。',
    '{name} declined to take over the account “{account}”.',
  ],
  'message.handover-done': [
    '账号“{account}”已移交给{name}。您仍是其成员，拥有全部权限，需重新登录。',
    'The account “{account}” now belongs to {name}. You remain a member with all permissions; sign in again.',
  ],
  'message.handover-taken': ['您已成为账号“{account}”的持有人。', 'You are now the holder of the account “{account}”.'],
  'message.email-set': [
    '通知邮箱已设为 {email}。如非本人操作，请立即修改密码。',
    "Notifications now go to {email}. If this wasn't you, change your password now.",
  ],
  'message.email-removed': [
    '通知邮箱已移除，不再发送邮件。如非本人操作，请立即修改密码。',
    "Your notification email was removed; no more email will be sent. If this wasn't you, change your password now.",
  ],

  'message.certified-personal': ['个人实名认证已通过。', 'Your personal certification was approved.'],
  'message.certified-enterprise': ['企业认证已通过。', 'Your company certification was approved.'],
  'message.certification-refused-personal': [
    '个人实名认证未通过：{reason}。请修改后重新提交。',
    'Your personal certification was rejected: {reason}. Correct it and submit again.',
  ],
  'message.certification-refused-enterprise': [
    '企业认证未通过：{reason}。请修改后重新提交。',
    'Your company certification was rejected: {reason}. Correct it and submit again.',
  ],
  'message.certification-revoked-personal': [
    '您的个人实名认证已被撤销：{reason}。如需继续使用，请重新提交；如有疑问，请联系客服。',
    'Your personal certification was revoked: {reason}. You can submit it again; contact support if you have questions.',
  ],
  'message.certification-revoked-enterprise': [
    '您的企业认证已被撤销：{reason}。如需继续使用，请重新提交；如有疑问，请联系客服。',
    'Your company certification was revoked: {reason}. You can submit it again; contact support if you have questions.',
  ],
  'message.certification-changed-personal': [
    '个人实名认证的变更已通过，新姓名自即刻起生效；此前的存证保留当时的姓名。',
    'The change of your personal certification was approved. Earlier attestations keep the name they were made under.',
  ],
  'message.certification-changed-enterprise': [
    '企业认证的变更已通过，新信息自即刻起生效；此前的存证保留当时的企业名称。',
    'The change of your company certification was approved. Earlier attestations keep the name they were made under.',
  ],
  'message.certification-change-refused-personal': [
    '个人实名认证的变更未通过：{reason}。原认证继续有效。',
    'The change of your personal certification was rejected: {reason}. The present certification stays valid.',
  ],
  'message.certification-change-refused-enterprise': [
    '企业认证的变更未通过：{reason}。原认证继续有效。',
    'The change of your company certification was rejected: {reason}. The present certification stays valid.',
  ],
  'message.certification-change-denied': [
    '个人实名认证的变更未通过：支付宝未能确认是您本人。原认证继续有效，可重新提交。',
    "The change of your certification was rejected: Alipay couldn't confirm your identity. The present one stays valid.",
  ],
  'message.certified-elsewhere': [
    '您的实名信息刚在另一个账号完成认证。如非本人操作，请立即联系客服。',
    "Another account was just certified with your identity. If this wasn't you, contact support now.",
  ],
  'message.closing-asked': [
    '您申请了注销账号，{days} 天后生效。其间可随时登录并撤销。如非本人操作，请立即登录撤销并修改密码。',
    "You asked to close your account; it closes in {days} {days:day|days}. Sign in to undo it at any time before. If this wasn't you, undo it and change your password now.",
  ],
  'message.closing-undone': [
    '账号注销已撤销，一切照旧。',
    'The closing of your account was undone. Nothing has changed.',
  ],
  'message.closing-stopped': [
    '账号注销已中止：冷静期内出现了未完成的事项或新的余额。处理完毕后可重新申请。',
    'Your account was not closed: something unfinished or a new balance came up meanwhile. Finish it and ask again.',
  ],
  'message.export-ready': [
    '您的账号数据已准备好，{days} 天内可下载。',
    'Your data export is ready. You can download it for {days} {days:day|days}.',
  ],
  'message.export-too-large': [
    '账号数据导出失败：证据包合计过大。请不含证据包重新导出，证据包逐个下载。',
    'Your data export failed: the bundles exceed 50 GB. Export again without them and download bundles one by one.',
  ],
  'message.export-no-space': [
    '账号数据导出失败：平台暂时没有足够的空间。请稍后重试，或者不含证据包导出。',
    'Your data export failed: we are short of space right now. Try again later, or export without bundles.',
  ],
  'message.export-given-up': [
    '账号数据导出失败：平台出现故障。请重试；如再次失败，请联系客服。',
    'Your data export failed because of a fault on our side. Try again; if it fails again, contact support.',
  ],
  'message.order-paid': ['订单 {order} 已支付：{amount}。', 'Order {order} has been paid: {amount}.'],
  'message.payment-late': [
    '订单 {order} 关闭后收到付款 {amount}，将按原路退回。',
    '{amount} arrived for order {order} after it was closed. It will be refunded to the original payment method.',
  ],
  'message.payment-double': [
    '订单 {order} 被重复支付，多付的 {amount} 将按原路退回。',
    'Order {order} was paid twice. The extra {amount} will be refunded to the original payment method.',
  ],
  'message.payment-mismatch': [
    '订单 {order} 收到 {amount}，与应付的不符，暂未入账；我们核对后会通知您。',
    "{amount} arrived for order {order}, which doesn't match the amount due. It isn't booked yet; we'll check it and let you know.",
  ],
  'message.payment-kept': [
    '订单 {order} 收到的 {amount} 已计入您的余额。',
    '{amount} received for order {order} was added to your balance.',
  ],
  'message.report-answered': ['您反馈的问题已有回复。', 'The problem you reported has been answered.'],
  'message.bank-transfer-reported': [
    '已收到您提交的对公转账 {amount}，我们会核对银行对账单，到账后计入余额并通知您。',
    "Your bank transfer of {amount} was reported. We'll check the bank statement and notify you once it is in your balance.",
  ],
  'message.bank-transfer-credited': [
    '对公转账 {amount} 已计入余额，订单 {order}。',
    'Your bank transfer of {amount} was added to your balance (order {order}).',
  ],
  'message.bank-transfer-credited-other': [
    '对公转账实际到账 {amount}（您提交的是 {reported}），已按到账金额计入余额，订单 {order}。',
    '{amount} of your bank transfer arrived (you reported {reported}). The amount that arrived was added to your balance (order {order}).',
  ],
  'message.bank-transfer-rejected': [
    '对公转账 {amount} 未入账：{reason}。余额没有变化，核对后可以重新提交。',
    'Your bank transfer of {amount} was not credited: {reason}. Your balance is unchanged; you can report it again.',
  ],
  'message.bank-transfer-withdrawn': [
    '对公转账 {amount} 的提交已撤回。如已转出款项，请重新提交，以便入账。',
    'The report of your bank transfer of {amount} was withdrawn. If you sent the money, report it again so that we can credit it.',
  ],
  'message.refund-done': ['订单 {order} 的退款 {amount} 已退回。', '{amount} of order {order} was refunded.'],
  'message.balance-low': [
    '账户余额 {balance}，已低于您设置的提醒金额 {threshold}。余额不足时无法发起存证，请及时充值。',
    'Your balance is {balance}, below your alert of {threshold}. Top up to keep preserving pages.',
  ],
  'message.package-expiring': [
    '套餐“{package}”将于 {day} 到期，还有未用完的额度。',
    "Your package “{package}” expires on {day} and isn't used up yet.",
  ],
  'message.matter-submitted': [
    '公证申请 {no} 已提交，等待公证处受理。',
    'Matter {no} was submitted and waits for the notary office.',
  ],
  'message.matter-correction': ['公证申请 {no} 需要补正：{reason}', 'Matter {no} needs a correction: {reason}'],
  'message.court-accepted': ['举证申请 {no} 已被法院接收。', 'The court accepted application {no}.'],
  'message.court-returned': ['举证申请 {no} 被法院退回：{reason}', 'The court returned application {no}: {reason}'],
  'message.matter-accepted': [
    '公证申请 {no} 已受理，请缴纳公证费。',
    'Matter {no} was accepted. Pay the fee to go on.',
  ],
  'message.matter-identity': [
    '公证事项 {no} 已进入身份核验，请各方当事人完成核验。',
    'Matter {no}: all parties now confirm their identity.',
  ],
  'message.matter-step': [
    '公证事项 {no} 有一项身份核验需要重做：{reason}',
    'Matter {no}: an identity step has to be repeated: {reason}',
  ],
  'message.matter-scheduling': ['公证事项 {no} 需要面谈，请预约时间。', 'Matter {no} needs a session. Choose a time.'],
  'message.matter-booked': [
    '公证事项 {no} 的面谈已预约：{time}（北京时间）。',
    'The session of matter {no} is booked for {time} (China time).',
  ],
  'message.matter-moved': [
    '公证事项 {no} 的面谈被公证处取消：{reason}。请另选时间。',
    'The notary office gave up the session of matter {no}: {reason} Choose another time.',
  ],
  'message.matter-missed': [
    '公证事项 {no} 的面谈有人未到场：{reason}。请另选时间。',
    'Somebody did not come to the session of matter {no}: {reason} Choose another time.',
  ],
  'message.matter-session-soon': [
    '提醒：公证事项 {no} 的面谈将于 {time}（北京时间）开始。',
    'Reminder: the session of matter {no} begins at {time} (China time).',
  ],
  'message.matter-signing': [
    '公证事项 {no} 的文书已备好，请各方当事人签署。',
    'The documents of matter {no} are ready to sign.',
  ],
  'message.matter-amended': [
    '公证事项 {no} 的文书已重新制作，此前的签署作废，请重新签署：{reason}',
    'New documents for matter {no}; earlier signatures are void. Sign again: {reason}',
  ],
  'message.matter-issued': ['公证事项 {no} 已出具公证书 {deed}。', 'The deed {deed} for matter {no} was issued.'],
  'message.matter-rejected': ['公证申请 {no} 不予办理：{reason}', 'Matter {no} was rejected: {reason}'],
  'message.matter-declined': ['公证申请 {no} 不予受理：{reason}', 'Matter {no} was not accepted: {reason}'],
  'message.matter-terminated': ['公证事项 {no} 已终止：{reason}', 'Matter {no} was terminated: {reason}'],
  'message.matter-waiting': [
    '公证事项 {no} 正等待您或其他当事人办理，连续 {days} 天没有进展将自动终止。',
    'Matter {no} waits for you or another party. It is closed after a {days}-day standstill.',
  ],
  'message.matter-suspended': [
    '公证事项 {no} 暂停计算办理期限：{reason}',
    'The deadline of matter {no} is suspended: {reason}',
  ],
  'message.matter-resumed': ['公证事项 {no} 已恢复计算办理期限。', 'The deadline of matter {no} runs again.'],
  'message.matter-expired': ['公证申请 {no} 因长期未办理已终止。', 'Matter {no} has expired.'],
  'message.matter-abandoned': ['公证申请 {no} 已撤回。', 'Matter {no} was withdrawn.'],
  'message.invoice-issued': [
    '发票 {invoice} 已开具：{amount}，{title}。',
    'Invoice {invoice} has been issued: {amount}, {title}.',
  ],
  'message.invoice-file': [
    '发票 {invoice} 的文件已上传，可以下载了。',
    'The file of invoice {invoice} is ready to download.',
  ],
  'message.invoice-replaced': [
    '发票 {invoice} 的文件已更换，请重新下载：{reason}',
    'The file of invoice {invoice} was replaced. Please download it again: {reason}',
  ],
  'message.invoice-rejected': [
    '发票申请 {application}（{amount}）被驳回：{reason}',
    'Invoice application {application} ({amount}) was rejected: {reason}',
  ],
  'message.invoice-withdrawn': [
    '{name} 撤回了发票申请 {application}（{amount}），其中的订单可以重新申请。',
    '{name} withdrew invoice application {application} ({amount}). Its orders can be invoiced again.',
  ],
  'message.invoice-flushed': [
    '发票 {invoice}（{amount}）已红冲：{reason}。未退款的部分可以重新申请。',
    "Invoice {invoice} ({amount}) was reversed: {reason}. The part that wasn't refunded can be invoiced again.",
  ],
  'message.refund-failed': [
    '订单 {order} 的退款 {amount} 未能退回，请联系客服。',
    'The refund of {amount} for order {order} failed. Please contact support.',
  ],
  'message.certification-denied': [
    '个人实名认证未通过：支付宝未能确认是您本人。请重试。',
    "Your personal certification was rejected: Alipay couldn't confirm your identity. Please try again.",
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

/** Name of a sentence. */
export type SentenceName = keyof typeof sentences;

/** A sentence of the table as records hold it. */
export interface Message {
  name: SentenceName;
  values: Record<string, string | number | Message>;
  /** In English. */
  text: string;
}

const names = Object.keys(sentences) as [SentenceName, ...SentenceName[]];

export const Message: z.ZodType<Message, Message> = z
  .strictObject({
    name: z.enum(names),
    get values() {
      return z.record(z.string(), z.union([z.string(), z.number(), Message]));
    },
    text: z.string(),
  })
  .meta({ id: 'Message' });

/** Sentences that may still be written. */
type Writable = Exclude<SentenceName, 'verbatim'>;

type Values<Name extends SentenceName> = { [Gap in GapsOf<(typeof sentences)[Name][1]>]: string | number | Message };

/** Name of a sentence without gaps. */
export type PlainMessageName = {
  [Name in Writable]: [GapsOf<(typeof sentences)[Name][1]>] extends [never] ? Name : never;
}[Writable];

/** `message('load.no-page', { seconds: 45 })`: every gap of the sentence must be filled. */
export function message<Name extends Writable>(
  name: Name,
  ...[values]: [GapsOf<(typeof sentences)[Name][1]>] extends [never] ? [] : [Values<Name>]
): Message {
  const filled = (values ?? {}) as Message['values'];
  return { name, values: filled, text: fill(sentences[name][1], filled, 'en') };
}

/** A name as a value of a sentence. */
export const named = (name: { zh: string; en: string }): Message => ({ name: 'named', values: name, text: name.en });

/** A sentence in the reader's language. */
export const sentenceIn = ({ name, values }: Message, language: Language): string =>
  fill(sentences[name][language === 'zh' ? 0 : 1], values, language);

function fill(text: string, values: Message['values'], language: Language): string {
  return fillGaps(text, (name) => {
    const value = values[name];
    return typeof value === 'object' ? sentenceIn(value, language) : String(value ?? '');
  });
}
