import { z } from 'zod';
import { fillGaps, type GapsOf } from './gaps.ts';
import type { Language } from './language.ts';

/**
 * What a capture has to say to a person, in both languages. Records hold the name of a sentence with what fills it, and its
 * English text, so that a reader who has not this table can still read them. A sentence that was released keeps its name.
 */
export const sentences = {
  /** Words of the browser, the system or a server, as they came. */
  verbatim: ['{text}', '{text}'],
  /** What has a name in either language. */
  named: ['{zh}', '{en}'],

  'url.not-an-address': [
    '这不是网址，网址形如 https://example.com/page。',
    'This is not a web address. It should look like https://example.com/page.',
  ],
  'url.scheme': [
    '只能存证 http 和 https 网址，不支持“{scheme}”。',
    'Only http and https addresses can be preserved, not “{scheme}”.',
  ],
  'url.credentials': [
    '网址中含有用户名或密码，请去掉后重试。',
    'The address contains a user name or password. Remove it and try again.',
  ],
  'egress.port': ['端口 {port} 不用于网页服务。', 'Port {port} is not one that web pages are served on.'],
  'egress.not-public': ['{address} 不是公网地址。', '{address} is not an address on the public internet.'],
  'egress.this-machine': ['{address} 是本机地址。', '{address} is this machine itself.'],
  'egress.own-service': ['{address} 属于本服务。', '{address} belongs to this service.'],
  'egress.not-a-host': ['这不是主机名。', 'This is not the name of a host.'],
  'egress.browser-own': ['这是浏览器自身的请求。', 'The browser asked for itself.'],
  'egress.closed': ['已达到本次取证的上限。', 'A limit of the capture had been reached.'],
  'egress.no-address': ['该域名没有地址。', 'The name has no address.'],
  'egress.refused': ['不允许访问 {host}：{why}', '{host} may not be reached: {why}'],
  'egress.unresolved': ['无法解析域名 {host}：{why}', 'The name {host} could not be resolved: {why}'],
  'egress.unreachable': ['无法连接 {host}（{addresses}）：{why}', '{host} ({addresses}) could not be reached: {why}'],

  'limit.bytes': [
    '接收数据超过 {bytes} 字节，其余部分已中断。',
    'More than {bytes} {bytes:byte|bytes} came; what was still coming was cut off.',
  ],
  'limit.connections': [
    '连接尝试超过 {count} 次，其后不再放行。',
    'More than {count} {count:connection was|connections were} tried; no more were let out.',
  ],
  'limit.requests': [
    '请求超过 {count} 个，其后不再发出。',
    'More than {count} {count:request was|requests were} made; no more were sent.',
  ],
  'limit.windows': [
    '网页打开的窗口超过 {count} 个，网页及其窗口已被停止。',
    'More than {count} {count:window was|windows were} opened; the page and its windows were stopped.',
  ],

  'step.late': ['未能在 {seconds} 秒内完成。', 'It was not done within {seconds} s.'],
  'step.not-reached': ['未执行：{because}', 'Not reached: {because}'],
  'step.not-possible': ['无法执行：{because}', 'Not possible: {because}'],
  'step.nothing-recorded': ['没有任何网络记录。', 'Nothing was recorded.'],
  'page.unanswering': ['网页不再响应。', 'The page stopped answering.'],

  'browser.missing': [
    '未找到 Chromium 浏览器。请安装，或设置 CHROMIUM_PATH。',
    'No Chromium was found. Install it, or set CHROMIUM_PATH.',
  ],
  'browser.not-started': ['浏览器未能启动：{why}', 'The browser did not start: {why}'],
  'browser.ended': ['浏览器自行退出。', 'The browser ended by itself.'],
  'browser.memory': [
    '网页占用内存超过 {megabytes} MB，浏览器已被终止。',
    'The page needed more than {megabytes} MB; its browser was ended.',
  ],
  'browser.crashed': ['网页使浏览器的渲染进程崩溃。', 'The page crashed the browser’s renderer.'],
  'browser.not-confined': [
    '从浏览器的隔离环境中仍可访问 {what}，已拒绝运行。',
    'From inside the browser’s confinement {what} could be reached, so it was not used.',
  ],

  'browser.no-sandbox': ['浏览器的沙箱未启用，已拒绝使用。', 'The browser’s sandbox is not on, so it was not used.'],

  'load.arrived': ['HTTP {status}', 'HTTP {status}'],
  'load.arrived-elsewhere': ['HTTP {status}，到达 {url}', 'HTTP {status}, arrived at {url}'],
  'load.no-page': ['{seconds} 秒内没有网页返回。', 'No page came within {seconds} s.'],
  'load.slow': [
    '{seconds} 秒后网页仍未加载完成，按当时状态保存。',
    'The page had not finished loading after {seconds} s; it was taken as it stood.',
  ],
  'load.restless': [
    '网页自行跳转了 {times} 次，按当时状态保存。',
    'The page had replaced itself {times} {times:time|times}; it was taken as it stood.',
  ],
  'load.never-shown': [
    '网页自行跳转了 {times} 次，始终未显示任何内容。',
    'The page replaced itself {times} {times:time|times} and never showed anything.',
  ],
  'load.blank': ['{seconds} 秒内网页未显示任何内容。', 'The page showed nothing within {seconds} s.'],
  'load.stuck': ['网页不再响应，按当时状态保存。', 'The page no longer answered; it was taken as it stood.'],
  'load.download': ['该网址返回的是文件，不是网页。', 'The address gives a file to download, not a page.'],
  'load.named-download': [
    '该网址返回的是文件（{name}），不是网页。',
    'The address gives a file to download ({name}), not a page.',
  ],
  'load.redirects': [
    '该网址只是不断跳转，没有返回网页。',
    'The address only leads from one redirect to the next; no page was received.',
  ],
  'load.no-content': ['网站没有返回网页内容。', 'The site answered without a page (no content).'],
  'load.certificate': [
    '浏览器不认可该网站的证书（{error}）。',
    'The browser does not accept the site’s certificate ({error}).',
  ],
  'load.unreachable': ['无法连接该网站（{error}）。', 'The site could not be reached ({error}).'],

  'consent.not-asked': ['未要求处理。', 'Not asked for.'],
  'consent.none': ['未发现同意弹窗。', 'No consent overlay was recognised.'],
  'consent.pressed': ['已点击“{label}”。', '“{label}” was pressed.'],
  'consent.stayed': ['已点击“{label}”，弹窗仍在。', '“{label}” was pressed; the overlay is still there.'],

  'scroll.bottom': [
    '已到页面底部，高 {heightPx} 像素（滚动 {steps} 次，增长 {growths} 次）。',
    'Bottom reached at {heightPx} px ({steps} {steps:step|steps}, {growths} {growths:growth|growths}).',
  ],
  'scroll.cut': [
    '在 {reachedPx} 像素处停止，页面高 {heightPx} 像素（滚动 {steps} 次，增长 {growths} 次）：{because}',
    'Stopped at {reachedPx} of {heightPx} px ({steps} {steps:step|steps}, {growths} {growths:growth|growths}): {because}',
  ],
  'scroll.steps': ['已滚动 {steps} 次。', '{steps} scroll {steps:step was|steps were} made.'],
  'scroll.height': ['页面高于 {heightPx} 像素。', 'The page is higher than {heightPx} px.'],
  'scroll.growths': [
    '页面增长 {growths} 次后仍在增长。',
    'The page went on growing after {growths} {growths:time|times}.',
  ],
  'scroll.time': ['滚动时间已到。', 'The time for scrolling was up.'],
  'scroll.waiting': [
    '到达底部后仍有 {requests} 个请求未返回，后续内容可能未加载。',
    'At its end {requests} {requests:request was|requests were} still unanswered, so more of the page may not have loaded.',
  ],
  'scroll.restless': [
    '到达底部后 {seconds} 秒内页面未再增长，但网络一直未静止。',
    'At its end the page did not grow for {seconds} s, but the network did not come to rest.',
  ],

  'clock.compared': [
    '签发时钟与 {sources} 个外部时间服务器相差 {offsetMs} ± {uncertaintyMs} 毫秒。',
    'The clock was {offsetMs} ± {uncertaintyMs} ms off, by {sources} outside time servers.',
  ],
  'clock.not-compared': ['签发时钟未与任何外部时钟比对。', 'The clock was not compared with any outside clock.'],

  'log.entry': [
    '日志第 {index} 条，检查点覆盖 {size} 条。',
    'Entry {index} of the log, under the checkpoint of {size} {size:entry|entries}.',
  ],
  'attestation.unknown': ['没有这个存证编号。', 'There is no attestation of this number.'],
  'attestation.not-waiting': ['该存证当前不在待确认状态。', 'It does not wait for confirmation.'],
  'attestation.expired': ['{days} 天内未确认，已取消。', 'It was not confirmed within {days} {days:day|days}.'],

  'settle.busy': [
    '{seconds} 秒后仍有 {requests} 个请求未完成。',
    '{requests} {requests:request was|requests were} still under way after {seconds} s.',
  ],
  'settle.restless': ['{seconds} 秒内网络一直未静止。', 'The network did not come to rest within {seconds} s.'],
  'settle.kept': [
    '网页 {times} 次试图自行跳转，未予放行；操作记录中有目标网址。',
    'The page tried to go elsewhere {times} {times:time|times} and was kept from it; the actions name the addresses.',
  ],
  'settle.replaced': ['网页在采集中自行更换了内容。', 'The page replaced itself while it was captured.'],
  'settle.fonts': ['字体尚未加载完。', 'Fonts were still loading.'],
  'settle.images-waiting': ['{images} 张图片尚未到达。', '{images} {images:image|images} had not come.'],
  'settle.images-broken': ['{images} 张图片无法显示。', '{images} {images:image shows|images show} nothing.'],

  'screenshot.whole': ['{widthPx} × {heightPx} 像素', '{widthPx} × {heightPx} px'],
  'screenshot.time': [
    '{heightPx} 像素中截取了 {shownPx} 像素：截图时间已到。',
    '{shownPx} of {heightPx} px: the time for the picture was up.',
  ],
  'screenshot.height': [
    '{heightPx} 像素中截取了 {shownPx} 像素：页面高于上限。',
    '{shownPx} of {heightPx} px: the page is higher than the limit.',
  ],
  'screenshot.width': ['{contentPx} 像素宽度中截取了 {shownPx} 像素。', '{shownPx} of {contentPx} px of its width.'],
  'dom.frames-lost': ['{frames} 个框架中有 {lost} 个未能保存。', '{lost} of {frames} frames could not be kept.'],
  'text.frames-lost': [
    '{frames} 个框架中有 {lost} 个未能读取文字。',
    'The text of {lost} of {frames} frames could not be read.',
  ],
  'pdf.pages': ['{pages} 页', '{pages} {pages:page|pages}'],
  'pdf.no-text': ['不含可检索文字，网页未给出。', 'Without its text, which the page did not give.'],
  'certificates.chain': [
    '证书链含 {certificates} 张证书',
    '{certificates} {certificates:certificate|certificates} in the chain',
  ],
  'certificates.none': ['网页经明文 http 传输，没有证书。', 'The page came over plain http: there is no certificate.'],
  'pack.exchanges': ['{exchanges} 次请求与响应', '{exchanges} {exchanges:exchange|exchanges}'],

  'altered.user-agent': [
    '发送给网站的用户代理标识去掉了“Headless”字样，客户端提示随之设置。',
    'The user agent was sent without the word “Headless”, and client hints were set to match.',
  ],
  'altered.tls-overridden': [
    '浏览器不认可 {host} 的证书，仍按要求继续取证：{error}',
    'The browser rejected the certificate of {host}; the capture continued as requested: {error}',
  ],
  'altered.consent': ['已点击同意弹窗中的“{label}”。', '“{label}” was pressed in a consent overlay.'],
  'altered.navigation': [
    '网页 {times} 次试图自行跳转，未予放行。',
    'The page tried to go elsewhere {times} {times:time|times} and was kept from it.',
  ],
  'altered.dialogs': [
    '网页弹出的 {count} 个对话框由取证程序应答。',
    '{count} {count:dialog was|dialogs were} answered by the tool.',
  ],
  'altered.windows': [
    '网页打开的 {count} 个窗口被立即关闭。',
    '{count} {count:window that the page opened was|windows that the page opened were} closed at once.',
  ],
  'altered.lazy-loading': [
    '{count} 个延迟加载的图片或框架被改为立即加载。',
    '{count} lazy {count:image or frame was|images and frames were} made to load at once.',
  ],
  'altered.scripts-stopped': [
    '截图前停止了网页脚本，使截图、页面结构和文字出自同一时刻。',
    'Scripts were stopped before the screenshot, so that picture, document and text show one moment.',
  ],
  'altered.scripts-ended': [
    '网页不再响应，其脚本被强制终止。',
    'The page stopped answering, so its scripts were terminated.',
  ],
  'altered.refetched': [
    '{count} 个资源首次未能完整取得，已再次请求。',
    '{count} {count:resource that did not arrive whole was|resources that did not arrive whole were} requested again.',
  ],
  'tls.authority': ['签发者“{issuer}”不受信任。', 'Its issuer “{issuer}” is not trusted.'],
  'tls.self-signed': ['证书由网站自行签发。', 'It is self-signed.'],
  'tls.name': ['证书与域名不符，证书中的名称为 {names}。', 'It is for another name: {names}.'],
  'tls.not-yet': ['证书自 {at} 起才有效。', 'It is not valid before {at}.'],
  'tls.expired': ['证书已于 {at} 过期。', 'It expired at {at}.'],
  'tls.unnamed': ['浏览器未说明原因。', 'The browser gave no reason.'],

  'missing.limit': ['请求数已达上限。', 'The limit of requests had been reached.'],
  'missing.unfinished': ['取证结束时仍在加载。', 'It was still loading when the capture ended.'],
  'missing.range': ['只请求了其中一部分。', 'Only a part of it was asked for.'],
  'missing.no-body': ['浏览器没有给出内容。', 'The browser gave no body.'],
  'missing.short-body': [
    '应有 {expected} 字节，浏览器只给出 {kept} 字节。',
    'The browser kept {kept} of {expected} bytes.',
  ],
  'missing.decoded': [
    '浏览器只给出解码后的文字，字节可能不同。',
    'The browser gave it only as decoded text; the bytes may differ.',
  ],
  'missing.asked-again': ['{first} 再次请求：{again}', '{first} Asked for again: {again}'],
  'missing.redirect': ['浏览器不提供重定向响应的内容。', 'The browser does not give the body of a redirect.'],
  'refetch.status': ['状态码为 {status}。', 'the status was {status}.'],
  'refetch.elsewhere': ['重定向到了另一个网址。', 'it led to another address.'],
  'refetch.coding': ['内容以 {coding} 编码返回。', 'the body came in the coding {coding}.'],
  'refetch.certificate': [
    '服务器出示的证书与浏览器收到的不同。',
    'the server showed another certificate than to the browser.',
  ],
  'missing.closed': ['所在页面或后台线程已关闭。', 'Its page or worker was closed.'],

  'block.header': ['响应头 {header}', 'the header {header}'],
  'block.widget': ['验证组件 {widget}', 'a {widget}'],
  'block.title': ['标题“{title}”', 'the title “{title}”'],
  'block.words': ['文字“{words}”', 'the words “{words}”'],
  'block.status': ['HTTP {status}', 'HTTP {status}'],
  'block.redirect': ['跳转到 {url}', 'a redirect to {url}'],
  'block.password': ['有密码输入框而少有其他内容', 'a password field and little else'],
  'block.nothing': ['页面上没有文字和图片', 'neither text nor pictures on the page'],

  'capture.stopped': ['取证已被停止。', 'The capture was stopped.'],
  'capture.left': ['程序在封存前中断。', 'The process ended before the evidence was sealed.'],
  'capture.clock-far': [
    '取证节点的时钟与服务器相差 {seconds} 秒，本次取证未采用。',
    'The capture node’s clock was {seconds} s off, so this capture was not used.',
  ],
  'seal.not-verified': [
    '封存的内容未能通过核验，因此没有写入日志，也不收费：{because}',
    'What was to be sealed does not verify, so nothing was logged or charged: {because}',
  ],
  'capture.wall': ['取证达到 {seconds} 秒上限，已终止。', 'The capture was ended at its limit of {seconds} s.'],
  'capture.no-picture': ['未能截取网页画面：{because}', 'No picture of the page could be taken: {because}'],
  'capture.step-failed': ['步骤 {step} 失败：{because}', 'Step {step} failed: {because}'],
  'capture.nothing': ['没有可封存的内容。', 'The capture left nothing to seal.'],

  'message.capture-waits': [
    '“{name}”已完成取证，请在 {days} 天内确认。',
    '“{name}” is captured. Confirm it within {days} {days:day|days}.',
  ],
  'message.capture-failed': ['“{name}”取证失败：{why}', '“{name}” could not be captured: {why}'],
  'message.capture-sealed': [
    '“{name}”已封存，可下载存证证书和证据包。',
    '“{name}” is sealed. Its certificate and evidence bundle can be downloaded.',
  ],
  'message.capture-expired': [
    '“{name}”在 {days} 天内未确认，已取消，预扣的费用已退回。',
    '“{name}” was not confirmed within {days} {days:day|days} and was cancelled. What was set aside for it was given back.',
  ],
  'message.order-lapsed': [
    '订单 {order} 未在限时内支付，已关闭；其中的 {count} 个网页没有取证。',
    'Order {order} was not paid in time and is closed: {count} {count:page was|pages were} not captured.',
  ],
  'message.invited': [
    '“{account}”邀请您成为其成员，请在 {days} 天内答复。',
    '“{account}” invites you to act for it. Answer within {days} {days:day|days}.',
  ],
  'message.invitation-joined': ['{name}已接受邀请，加入本账号。', '{name} accepted the invitation and joined.'],
  'message.invitation-declined': ['{name}谢绝了邀请。', '{name} declined the invitation.'],
  'message.seat-left': ['{name}已退出本账号。', '{name} has left this account.'],
  'message.acted-as': ['{name}切换为您的身份进行操作。', '{name} switched to act as you.'],
  'message.phone-bound': ['登录手机号已更换为 {phone}。', 'Your phone for signing in is now {phone}.'],
  'message.password-changed': [
    '登录密码已修改，其他设备已退出登录。如非本人操作，请立即重设密码。',
    'Your password was changed and your other devices are signed out. If this was not you, reset it at once.',
  ],
  'message.password-reset': [
    '登录密码已通过手机验证码重设，所有设备已退出登录。如非本人操作，请立即重设密码。',
    'Your password was reset with a code to your phone, and every device is signed out. If this was not you, reset it at once.',
  ],
  'message.password-set': [
    '“{account}”为您设置了新的登录密码。下次登录时，须先设置您自己的密码。',
    '“{account}” set a new password for you. When you sign in next you choose one of your own first.',
  ],
  'message.factor-added': [
    '已添加两步验证方式“{name}”。如非本人操作，请立即移除并修改密码。',
    'The second factor “{name}” was added. If this was not you, remove it and change your password at once.',
  ],
  'message.factor-removed': [
    '已移除两步验证方式“{name}”。如非本人操作，请立即修改密码。',
    'The second factor “{name}” was removed. If this was not you, change your password at once.',
  ],
  'message.recovery-asked': [
    '有人凭密码和短信验证码申请移除您的两步验证方式（网络地址 {address}）。如非本人操作，请登录并终止该申请，然后修改密码。',
    'Somebody with your password and a code to your phone asked for your second factors to be removed (from {address}). If this was not you, sign in, stop it, and change your password.',
  ],
  'message.recovery-scheduled': [
    '移除两步验证方式的申请已核实，将于 {hours} 小时后生效。如非本人操作，请在此之前登录并终止该申请。',
    'The request to remove your second factors was approved and takes effect in {hours} {hours:hour|hours}. If this was not you, sign in and stop it before then.',
  ],
  'message.recovery-done': [
    '您的两步验证方式已全部移除，所有设备已退出登录。请登录后重新添加。',
    'All your second factors were removed and every device is signed out. Sign in and add new ones.',
  ],
  'message.recovery-refused': [
    '移除两步验证方式的申请未通过核实。如确为本人申请，请联系客服。',
    'The request to remove your second factors was refused. If it was yours, ask our support.',
  ],
  'message.recovery-stopped': [
    '移除两步验证方式的申请已终止。如申请并非您提出，请立即修改密码。',
    'The request to remove your second factors was stopped. If you had not asked for it, change your password at once.',
  ],
  'message.recovery-expired': [
    '移除两步验证方式的申请在 {days} 天内未处理，已过期。如仍需要，请重新申请。',
    'The request to remove your second factors was not decided within {days} {days:day|days} and is over. Ask again if you still need it.',
  ],
  'message.third-bound': [
    '已绑定第三方账号（{provider}），可用其登录。如非本人操作，请立即解绑并修改密码。',
    'An identity of {provider} was bound and can sign in as you. If this was not you, unbind it and change your password at once.',
  ],
  'message.third-unbound': [
    '已解绑第三方账号（{provider}），不能再用其登录。如非本人操作，请立即修改密码。',
    'The identity of {provider} was unbound and cannot sign in any more. If this was not you, change your password at once.',
  ],
  'message.member-edited': [
    '“{account}”修改了您的姓名、权限或消费限额。',
    '“{account}” changed your name, rights or spending limit.',
  ],
  'message.member-disabled': [
    '“{account}”已停用您的成员身份。如有疑问，请联系该账号的持有人。',
    '“{account}” disabled you as a member. If you have a question, ask whoever holds that account.',
  ],
  'message.email-set': [
    '通知邮箱已设为 {email}。如非本人操作，请立即修改密码。',
    'Notices now go to {email}. If this was not you, change your password at once.',
  ],
  'message.email-removed': [
    '通知邮箱已移除，不再发送邮件。如非本人操作，请立即修改密码。',
    'The mail address was removed; nothing is mailed any more. If this was not you, change your password at once.',
  ],

  'message.certified-personal': ['个人实名认证已通过。', 'Your real-name certification was approved.'],
  'message.certified-enterprise': ['企业认证已通过。', 'The certification of your enterprise was approved.'],
  'message.certification-refused-personal': [
    '个人实名认证未通过：{reason}。请修改后重新提交。',
    'Your real-name certification was refused: {reason}. Correct it and submit it again.',
  ],
  'message.certification-refused-enterprise': [
    '企业认证未通过：{reason}。请修改后重新提交。',
    'The certification of your enterprise was refused: {reason}. Correct it and submit it again.',
  ],
  'message.certification-revoked-personal': [
    '您的个人实名认证已被撤销：{reason}。如需继续使用，请重新提交；如有疑问，请联系客服。',
    'Your real-name certification was revoked: {reason}. You can submit it again; ask our support if you have a question.',
  ],
  'message.certification-revoked-enterprise': [
    '您的企业认证已被撤销：{reason}。如需继续使用，请重新提交；如有疑问，请联系客服。',
    'The certification of your enterprise was revoked: {reason}. You can submit it again; ask our support if you have a question.',
  ],
  'message.order-paid': ['订单 {order} 已支付：{amount}。', 'Order {order} is paid: {amount}.'],
  'message.payment-late': [
    '订单 {order} 关闭后收到付款 {amount}，将按原路退回。',
    'For order {order}, which was closed, {amount} came in. It goes back the way it came.',
  ],
  'message.payment-double': [
    '订单 {order} 被重复支付，多付的 {amount} 将按原路退回。',
    'Order {order} was paid twice. The second payment of {amount} goes back the way it came.',
  ],
  'message.payment-mismatch': [
    '订单 {order} 收到 {amount}，与应付的不符，暂未入账；我们核对后会通知您。',
    'For order {order}, {amount} came in, which is not what was asked for. It is not booked yet: we look into it and tell you.',
  ],
  'message.payment-kept': [
    '订单 {order} 收到的 {amount} 已计入您的余额。',
    '{amount} that came in for order {order} were added to your balance.',
  ],
  'message.refund-done': ['订单 {order} 的退款 {amount} 已退回。', '{amount} of order {order} were refunded.'],
  'message.balance-low': [
    '账户余额 {balance}，已低于您设置的提醒金额 {threshold}。余额不足时无法发起存证，请及时充值。',
    'The balance is {balance}, below the {threshold} you want to be told of. Recharge it: without it nothing is preserved.',
  ],
  'message.package-expiring': [
    '套餐“{package}”将于 {day} 到期，还有未用完的额度。',
    'The package “{package}” expires on {day}, and some of it is not used yet.',
  ],
  'message.invoice-issued': [
    '发票 {invoice} 已开具：{amount}，{title}。',
    'Invoice {invoice} is issued: {amount}, {title}.',
  ],
  'message.invoice-replaced': [
    '发票 {invoice} 的文件已更换，请重新下载：{reason}',
    'Invoice {invoice} has another file. Download it again: {reason}',
  ],
  'message.invoice-rejected': [
    '发票申请 {application}（{amount}）被驳回：{reason}',
    'The application {application} for an invoice of {amount} was rejected: {reason}',
  ],
  'message.invoice-withdrawn': [
    '{name} 撤回了发票申请 {application}（{amount}），其中的订单可以重新申请。',
    '{name} took back the application {application} for an invoice of {amount}. Its orders can be invoiced anew.',
  ],
  'message.invoice-flushed': [
    '发票 {invoice}（{amount}）已红冲：{reason}。未退款的部分可以重新申请。',
    'Invoice {invoice} of {amount} was red-flushed: {reason}. What was not refunded can be invoiced anew.',
  ],
  'message.refund-failed': [
    '订单 {order} 的退款 {amount} 未能退回，请联系客服。',
    'The refund of {amount} of order {order} could not be paid out. Ask the support.',
  ],
  'message.certification-denied': [
    '个人实名认证未通过：支付宝未能确认是您本人。请重试。',
    'Your real-name certification was refused: Alipay could not confirm that it is you. Try again.',
  ],
} as const satisfies Record<string, readonly [zh: string, en: string]>;

/** Name of a sentence. */
export type SentenceName = keyof typeof sentences;

/** A sentence of the table as records hold it. */
export interface Said {
  name: SentenceName;
  values: Record<string, string | number | Said>;
  /** In English. */
  text: string;
}

const names = Object.keys(sentences) as [SentenceName, ...SentenceName[]];

export const Said: z.ZodType<Said, Said> = z
  .strictObject({
    name: z.enum(names),
    get values() {
      return z.record(z.string(), z.union([z.string(), z.number(), Said]));
    },
    text: z.string(),
  })
  .meta({ id: 'Said' });

type Values<Name extends SentenceName> = { [Gap in GapsOf<(typeof sentences)[Name][1]>]: string | number | Said };

/** `say('load.no-page', { seconds: 45 })`: every gap of the sentence must be filled. */
export function say<Name extends SentenceName>(
  name: Name,
  ...[values]: [GapsOf<(typeof sentences)[Name][1]>] extends [never] ? [] : [Values<Name>]
): Said {
  const filled = (values ?? {}) as Said['values'];
  return { name, values: filled, text: fill(sentences[name][1], filled, 'en') };
}

/** A name as a value of a sentence. */
export const named = (name: { zh: string; en: string }): Said => ({ name: 'named', values: name, text: name.en });

/** A sentence in the reader's language. */
export const sentenceIn = ({ name, values }: Said, language: Language): string =>
  fill(sentences[name][language === 'zh' ? 0 : 1], values, language);

function fill(text: string, values: Said['values'], language: Language): string {
  return fillGaps(text, (name) => {
    const value = values[name];
    return typeof value === 'object' ? sentenceIn(value, language) : String(value ?? '');
  });
}
