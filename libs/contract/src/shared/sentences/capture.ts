/** Sentences about the browser and the steps of a capture. */
export const captureSentences = {
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
  'browser.crashed': ['网页打开后，浏览器停止了运行。', 'The browser stopped working while the page was open.'],
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
  'load.no-page': ['{seconds} 秒内没有收到网页。', 'No page was received within {seconds} s.'],
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
    '到达底部后 {seconds} 秒内页面未再增长，但网络请求一直没有停止。',
    "At the bottom, the page didn't grow for {seconds} s, but the network stayed active.",
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
  'settle.restless': ['{seconds} 秒内网络请求一直没有停止。', "The network didn't become idle within {seconds} s."],
  'settle.kept': [
    '网页 {times} 次试图自行跳转，均已阻止；操作记录中有目标网址。',
    'The page tried to navigate away {times} {times:time|times} and was stopped; the action record lists the URLs.',
  ],
  'settle.replaced': ['网页在取证过程中自行更换了内容。', 'The page replaced its content during the capture.'],
  'settle.fonts': ['字体尚未加载完。', 'Fonts were still loading.'],
  'settle.images-waiting': ['{images} 张图片尚未加载完成。', '{images} {images:image|images} had not loaded.'],
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
  'dom.links-lost': ['未能列出网页中的链接。', "The page's links couldn't be listed."],
  'text.frames-lost': [
    '{frames} 个框架中有 {lost} 个未能读取文字。',
    "The text of {lost} of {frames} frames couldn't be read.",
  ],
  'pdf.pages': ['{pages} 页', '{pages} {pages:page|pages}'],
  'pdf.no-text': ['网页未提供可检索的文字。', 'Without searchable text, because the page provided none.'],
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
} as const satisfies Record<string, readonly [zh: string, en: string]>;
