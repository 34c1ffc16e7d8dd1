import type { Word } from '@proofkeep/contract';

/** Sentences about signatures, timestamps, the log, the order of events and the certificate, and about errors of lower layers. */
export const proofDetails = {
  // Signatures and timestamps.
  attached: ['签名没有与内容分离', 'the signature is not detached'],
  'unexpected-timestamp': ['签名中不应有时间戳', 'unexpected timestamp in the signature'],
  'not-for-documents': ['{who} 不是文件签章证书', '{who} is not a document signing certificate'],
  'other-chain': ['所用证书与 {path} 中的不一致', 'its certificates differ from those in {path}'],
  'issuer-unknown': [
    '信任锚中没有其颁发机构；{who}（SHA-256 {sha256}）所载颁发者为 {issuer}',
    '{text}; {who} (SHA-256 {sha256}) names {issuer} as its issuer',
  ],
  'no-root': ['信任锚中没有相应的根证书', 'no matching root certificate among the trust anchors'],
  'no-list': ['没有 {issuer} 的吊销列表', 'no revocation list of {issuer}'],
  'list-time': [
    '{issuer} 的吊销列表有效期自 {from} 至 {until}，不含当时（{at}）',
    'the revocation list of {issuer} is valid from {from} to {until}, not at {at}',
  ],
  'list-foreign': ['{issuer} 名下的吊销列表并非由其签署', 'the revocation list naming {issuer} is not signed by it'],
  'list-indirect': [
    '{issuer} 的吊销列表含有其他机构的证书（间接列表），不予采用，无法说明 {who}',
    'the revocation list of {issuer} covers several issuers (indirect CRL) and is not used for {who}',
  ],
  'list-reasons': [
    '{issuer} 的吊销列表只含部分吊销原因，无法说明 {who}',
    'the revocation list of {issuer} covers some reasons only, so it does not settle {who}',
  ],
  'list-user': [
    '{issuer} 的吊销列表只含用户证书，不含 {who}',
    'the revocation list of {issuer} covers end-entity certificates only, not {who}',
  ],
  'list-ca': [
    '{issuer} 的吊销列表只含颁发机构证书，不含 {who}',
    'the revocation list of {issuer} covers authority certificates only, not {who}',
  ],
  'list-attribute': [
    '{issuer} 的吊销列表只含属性证书，不含 {who}',
    'the revocation list of {issuer} covers attribute certificates only, not {who}',
  ],
  'list-point': [
    '{issuer} 的吊销列表属于另一分发点，不含 {who}',
    'the revocation list of {issuer} belongs to another distribution point than the one in {who}',
  ],
  revoked: ['证书 {who} 已于 {at} 吊销，原因代码：{reason}', '{who} was revoked on {at}, CRLReason {reason}'],
  'no-status': ['没有 {who} 的吊销信息', 'no revocation data for {who}'],
  'answer-time': [
    '{who} 的在线状态有效期自 {from} 至 {until}，不含当时（{at}）',
    'the OCSP response about {who} is valid from {from} to {until}, not at {at}',
  ],
  'answer-foreign': [
    '{who} 的在线状态并非由其颁发机构或其指定的机构签署',
    'the OCSP response about {who} is not signed by its issuer or a responder it authorized',
  ],
  'answer-open': [
    '{who} 的在线状态没有表明其当时有效',
    'the OCSP response about {who} does not show that it was valid then',
  ],
  'status-as-of': ['随附的吊销信息表明当时未吊销（{at}）', 'not revoked according to the included data (as of {at})'],
  'not-collected': ['证据包没有该机构的吊销信息', 'the bundle has no revocation data for this authority'],
  'collected-tokens': [
    '收集记录与外部时间戳的数目（{count}）不符',
    'does not match the number of outside timestamps ({count})',
  ],
  'collected-missing': ['收集记录写有 {part}，但没有这个文件', 'lists {part}, which is missing'],
  'collected-unstated': ['收集记录没有写明 {part}', 'does not list {part}'],
  'collect-no-source': ['证书没有写明可用的吊销信息网址', 'the certificate names no usable source of revocation data'],
  'collect-unsupported-url': [
    '封存时未能收集：{url} 不是可以访问的网址',
    'not collected at sealing: {url} is not an http or https URL',
  ],
  'collect-not-allowed': [
    '封存时未能收集：不允许访问 {url}',
    'not collected at sealing: connecting to {url} is not allowed',
  ],
  'collect-unreachable': ['封存时未能收集：无法访问 {url}', 'not collected at sealing: {url} could not be reached'],
  'collect-timeout': ['封存时未能收集：{url} 没有及时应答', 'not collected at sealing: {url} did not answer in time'],
  'collect-http-status': [
    '封存时未能收集：{url} 应答为错误',
    'not collected at sealing: {url} answered with an HTTP status other than 200',
  ],
  'collect-too-large': [
    '封存时未能收集：{url} 的应答过大',
    'not collected at sealing: the response of {url} was too large',
  ],
  'collect-unreadable': [
    '封存时未能收集：{url} 的应答无法读取',
    'not collected at sealing: the response of {url} could not be parsed',
  ],
  'collect-foreign': [
    '封存时未能收集：{url} 的应答不是由该证书的颁发机构签署，或与该证书无关',
    'not collected at sealing: the response of {url} is not from the issuer or not about the certificate',
  ],
  'collect-other-scope': [
    '封存时未能收集：{url} 的吊销列表不适用于该证书',
    'not collected at sealing: the revocation list of {url} is not meant for the certificate',
  ],
  'collect-not-current': [
    '封存时未能收集：{url} 的应答不能说明时间戳时的状态',
    'not collected at sealing: the response of {url} does not cover the time of the timestamp',
  ],
  // The sealer recorded the reason in English; the Chinese comes from this table.
  'authority-unreachable': ['{authority}：没有收到完整响应', '{authority}: no complete response ({detail})'],
  'authority-refused': ['{authority}：该机构拒绝签发', '{authority}: the authority declined ({detail})'],
  'authority-invalid': [
    '{authority}：应答无效，未予采用',
    '{authority}: the response was invalid and not used ({detail})',
  ],

  // The log.
  'not-in-tree': ['日志中没有这个条目', 'the log of this checkpoint does not contain the entry'],
  'log-unknown': ['信任锚中没有日志 {origin} 的密钥', 'no key of log {origin} among the trust anchors'],
  'log-form': ['格式不符合日志证明或检查点的规定', '{text}'],
  'log-signature': ['日志的签名与检查点不符', '{text}'],

  // Times.
  'order-impossible': ['取证、封存与时间戳的先后顺序不成立', 'capture, seal and timestamp are in an impossible order'],
  'order-late': ['取证、封存与时间戳相隔超过一小时', 'more than an hour between capture, seal and timestamp'],
  'order-outage': [
    '取证节点丢失，录制于 {from} 结束，{until} 才封存已收到的部分',
    'the capture node was lost; the recording ended at {from}, and what had arrived was sealed at {until}',
  ],
  'order-delayed': [
    '录制于 {from} 结束，{until} 才封存：其间平台服务中断',
    'the recording ended at {from} and was sealed only at {until}: the service had an outage, as it states',
  ],
  'order-unproven': [
    '没有可信的时间戳，无法印证清单所载的时间',
    'without a trusted timestamp, the times stated in the manifest cannot be confirmed',
  ],

  // The certificate.
  'changes-allowed': ['签章没有禁止后续改动', 'the signature allows later changes'],
  'certified-early': ['时间戳（{at}）早于清单的时间戳', 'timestamped {at}, before the manifest'],
  'certified-late': [
    '时间戳（{at}）比清单的时间戳晚 14 天以上',
    'timestamped {at}, more than 14 days after the manifest',
  ],
  'seal-unread': ['存证证书的签章与时间戳无效', 'signature and timestamp of the certificate are not valid'],
  'seal-missing': ['没有签章：可能被打印或另存过', 'carries no seal: it was printed or saved again'],
  'seal-unstamped': ['签章没有时间戳', 'the signature has no timestamp'],

  // Errors of lower layers: Chinese from this table, English from the error.
  'pki-encoding': ['编码已损坏或不合规定', '{text}'],
  'pki-unsupported': ['含有不予接受的算法、版本或扩展', '{text}'],
  'pki-signature': ['签名与内容不符', '{text}'],
  'pki-mismatch': ['签名、摘要或名称与所附内容不符', '{text}'],
  'pki-path': ['证书链不成立或在当时无效', '{text}'],
  other: ['无法读取', '{text}'],
} as const satisfies Record<string, Word>;
