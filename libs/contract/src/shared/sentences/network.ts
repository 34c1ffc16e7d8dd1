/** Sentences about URLs, destinations, connections and limits of a capture. */
export const networkSentences = {
  'url.not-an-address': [
    '这不是网址，网址形如 https://example.com/page。',
    "This isn't a URL. It should look like https://example.com/page.",
  ],
  'sheet.no-url': ['这一行没有网址。', 'This row has no URL.'],
  'sheet.long': ['“{column}”过长，最多 {max} 个字。', '“{column}” is too long: at most {max} characters.'],
  'links.followed': [
    '网页中同一网站的链接共 {found} 个，其中 {count} 个已一并提交存证。',
    'The page links to {found} {found:page|pages} on its host; {count} of them {count:was|were} submitted with it.',
  ],
  'links.blocked': ['{what}，未提交其链接页。', "{what}. Its linked pages weren't submitted."],
  'links.not-listed': [
    '未能列出网页中的链接，未提交链接页。',
    "The page's links couldn't be listed. Its linked pages weren't submitted.",
  ],
  'links.of': ['由存证 {ano} 的网页链接而来。', 'Linked from the page of attestation {ano}.'],
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
  'network.short': ['收到的内容少于网站所声明的长度。', 'The site sent less data than it had announced.'],
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
} as const satisfies Record<string, readonly [zh: string, en: string]>;
