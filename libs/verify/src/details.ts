import { BundleError } from '@proofkeep/bundle';
import { fillGaps, type GapsOf, type Language, type Word } from '@proofkeep/contract';
import { PkiError, type PkiErrorCode, RevocationError } from '@proofkeep/pki';
import { TlogError } from '@proofkeep/tlog';

/** Sentences of findings in both languages. A released code keeps its meaning; reports contain code and arguments. */
export const details = {
  // Passed checks.
  parts: ['共 {count} 个文件', '{count} {count:part|parts}'],
  'signed-by': ['签署者 {who}', 'signed by {who}'],
  'stamped-by': ['{at}，{who}', '{at}  {who}'],
  entry: ['第 {index} 号条目，共 {size} 条', 'entry {index} of {size}'],
  origin: ['日志 {origin}', 'log {origin}'],
  'list-issued': ['吊销列表签发于 {at}', 'list issued {at}'],

  // Files.
  missing: ['缺少这个文件', 'file is missing'],
  size: ['大小为 {found} 字节，应为 {expected} 字节', '{found} bytes instead of {expected}'],
  digest: ['内容已改变（{algorithm} 摘要不一致）', 'content has changed ({algorithm} differs)'],
  checksum: ['内容与封存时不同（校验和不符）', 'content differs from what was sealed (wrong checksum)'],
  'listed-twice': ['同一文件列出了两次', 'listed twice'],
  'outside-data': ['清单只能列出 data/ 之下的文件', 'the manifest may only list files under data/'],
  'not-in-manifest': ['清单中没有这个文件', 'not listed in the manifest'],
  'not-in-contents': ['已签署的目录中没有这个文件', 'not listed in the signed contents list'],
  'unknown-part': ['证据包格式中没有这个组成部分', 'not a known part of a bundle'],
  'token-gap': [
    '外部时间戳的编号应从 2 起连续，缺少第 {missing} 号',
    'timestamps of outside authorities must be numbered from 2 without gaps; number {missing} is missing',
  ],
  container: ['压缩包结构不是封存时的形式：{entry}', '{text}'],
  'container-whole': ['压缩包结构不是封存时的形式', '{text}'],
  'out-of-order': ['{entry} 没有按名称排列', '{entry}: entries are not sorted'],
  json: ['不是规范的 JSON（RFC 8785），或成员不合格式', '{text}'],
  'not-utf8': ['不是 UTF-8 文本', 'not UTF-8 text'],

  'custody-entries': [
    '共 {count} 条，逐条相接；各条内容为签发方陈述',
    '{count} {count:entry|entries}, each linked to the one before; what they say is the word of the sealer',
  ],
  'custody-other': [
    '与存证证书写明的记录（共 {count} 条）不同',
    'is not the record of {count} {count:entry|entries} that the certificate names',
  ],
  'custody-broken': ['第 {entry} 条起与前一条不相接', 'the chain breaks at entry {entry}'],

  // Parts of other evidence.
  'other-bundle': ['属于另一份证据包', 'belongs to another bundle'],
  'other-manifest': ['对应的是另一份清单', 'belongs to another manifest'],
  'other-token': ['对应的是另一个时间戳', 'belongs to another timestamp'],
  'other-signed': ['与签署时不同', 'differs from what was signed'],
  'manifest-replaced': [
    '不是封存的那一份：经核验的 {part} 记载本编号的清单摘要为 {sha256}',
    'not the sealed manifest: {part}, which is verified, gives SHA-256 {sha256} for this number',
  ],
  'number-check': ['存证编号的校验位不符', 'the check digit of the attestation number is wrong'],
  'number-day': [
    '存证编号的日期 {day} 晚于清单生成日期',
    'the date of the attestation number, {day}, is later than the manifest',
  ],

  'report-differs': [
    '报告的 {member} 为 {found}，清单为 {expected}',
    '{member} is {found} in the report and {expected} in the manifest',
  ],
  'clock-differs': [
    '保存的对时报文得不出清单所写的偏差',
    'the preserved packets do not yield the offsets stated in the manifest',
  ],
  'product-facts': [
    '共 {count} 项，其中 {sourced} 项在所引用的响应中；仅表示网页在取证时的显示内容或其数据所载',
    '{count} {count:fact|facts}, {sourced} found in the responses they name; they are what the page stated when captured',
  ],
  'product-no-text': [
    '{count} 项未核对：没有保存网页文字',
    '{count} {count:fact was|facts were} not compared: the text of the page was not kept',
  ],
  'product-limit': [
    '{count} 项未核对：内容超出核对上限',
    '{count} {count:fact was|facts were} not compared: the responses have more text than is searched',
  ],
  'product-field': [
    '第 {number} 项（{name}）与其引文不符',
    'fact {number} ({name}) does not follow from its quotation',
  ],
  'product-source': [
    '第 {number} 项（{name}）不在所引用的响应中',
    'fact {number} ({name}) is not in the response it names',
  ],
  'product-text': [
    '第 {number} 项（{name}）不在保存的网页文字中',
    'fact {number} ({name}) is not in the text of the page, page.txt',
  ],
  'product-image': ['图片 {url} 不在网络记录中', 'the network record does not have the image {url}'],
  'product-of-page': ['这类存证不应含有商品信息', 'evidence of this kind has no product facts'],
  'listed-files': ['共 {count} 个', '{count} {count:file|files}'],
  'listed-digests': [
    '共 {count} 个摘要；文件由用户自行保管，未经本系统读取',
    '{count} {count:digest|digests}; the files stayed with the user and were never read',
  ],
  'files-differ': ['{name} 与清单不符', '{name} does not match the manifest'],
  'files-count': ['数目或大小与清单不符', 'number or size does not match the manifest'],
  'files-unnamed': ['没有列出 {path}', 'does not name {path}'],
  'not-json': ['不是可以读取的 JSON', 'not valid JSON in UTF-8'],
  'not-a-wacz': ['不是可以读取的 WACZ', 'not a readable WACZ: {text}'],
  'record-part': [
    '其中的 {part} 缺失、多余或与其自身的摘要不符',
    '{part} is missing, added, or does not match its digest',
  ],
  'record-differs': [
    '网络记录的 {member} 为 {found}，清单为 {expected}',
    '{member} is {found} in the network record and {expected} in the manifest',
  ],
  'record-index': [
    '索引第 {line} 行无法读取，或不符合其所指的记录',
    'line {line} of the index is unreadable or does not match its record',
  ],
  'record-without-page': ['其中没有所存网址的记录', 'no record of the preserved URL'],
  records: ['索引中 {count} 条记录均可读取', '{count} indexed {count:record is|records are} readable'],
  chunks: ['{count} 个分段，共 {seconds} 秒', '{count} {count:chunk|chunks}, {seconds} s'],
  'chain-broken': [
    '自第 {second} 秒起与录制时不同（第 {chunk} 段）',
    'differs from what was recorded from second {second} on (chunk {chunk})',
  ],
  'chain-ends': [
    '哈希链止于第 {second} 秒，与清单所记的终点不符',
    'the chain ends at second {second}, which is not the end that the manifest names',
  ],
  'frames-count': ['画面为 {found} 帧，清单为 {expected} 帧', '{found} frames instead of {expected}'],
  'recording-longer': ['{path} 含有分段之外的内容', '{path} has content that belongs to no chunk'],
  'part-missing': ['缺少 {path}', '{path} is missing'],
  'head-differs': [
    '第 {second} 秒的时间戳所证明的是另一段录制（第 {chunk} 段）',
    'the timestamp at second {second} is for another recording (chunk {chunk})',
  ],
  'events-count': ['操作与事件为 {found} 条，报告为 {expected} 条', '{found} events instead of {expected}'],
  'duration-differs': [
    '录制时长为 {found} 毫秒，报告为 {expected} 毫秒',
    'the recording lasts {found} ms, the report says {expected} ms',
  ],
  'frame-times': [
    '第 {second} 秒起的画面数量或时间与分段不符（第 {chunk} 段）',
    'the pictures from second {second} on differ in number or time from their chunk ({chunk})',
  ],
  'file-differs': ['报告所列 {path} 与封存的文件不符', '{path} is not the file that the report lists'],
  'heads-early': [
    '第 {second} 秒的时间戳早于其所证明的录制',
    'the timestamp at second {second} is older than what it stamps',
  ],
  'heads-late': ['第 {second} 秒的时间戳晚于封存', 'the timestamp at second {second} is newer than the manifest'],
  'heads-logged': ['{count} 个时间戳均已写入日志', '{count} {count:timestamp is|timestamps are} in the log'],
  'no-head-proofs': ['没有这些时间戳的日志包含证明', 'no proofs that these timestamps are in the log'],
  'heads-unproven': ['包含证明相符，但日志不在信任锚中', 'the proofs hold, but the log is not among the trusted ones'],
  'heads-order': ['时间戳的先后与录制不符', 'the timestamps are not in the order of the recording'],
  'record-lost': [
    '网络记录随取证节点丢失，报告已写明',
    'the network record was lost with the capture node, as the report says',
  ],
  'no-heads': ['录制期间没有时间戳（不足一分钟）', 'no timestamps during the recording (shorter than a minute)'],
  'heads-missing': [
    '录制第 {from} 秒至第 {until} 秒之间没有时间戳',
    'no timestamp between second {from} and second {until} of the recording',
  ],
  'journal-entries': ['共 {count} 条，首尾相接', '{count} {count:entry|entries}, each chained to the one before'],
  'journal-broken': [
    '第 {entry} 条与原来的记录不同，或前后不相接',
    'entry {entry} is not as it was written, or is not chained to the one before',
  ],
  'journal-length': ['有 {found} 条，清单为 {expected} 条', '{found} entries instead of {expected}'],
  'journal-logged': ['{count} 条均已写入日志', '{count} {count:entry is|entries are} in the log'],
  'journal-unstamped': ['最后一条没有时间戳', 'the last entry has no timestamp'],
  'document-unstated': ['公证书声明中没有这份文书', 'the statement of the deed does not name this document'],
  'document-file': ['与出证时的文件不同', 'differs from the file that was issued'],
  'document-unsigned': [
    '有 {found} 个当事人签名，操作日志记载 {expected} 个',
    '{found} signatures of parties; the journal records {expected}',
  ],
  'document-unsealed': ['最后一个签名不是 {office} 的印章', 'the last signature is not the seal of {office}'],
  'document-signatures': ['{names}', '{names}'],
  'document-other': ['当事人签署的内容与声明不同', 'what was signed is not the document that the statement names'],
  'deed-differs': ['与清单或操作日志不符', 'does not match the manifest or the journal'],
  segments: [
    '{count} 个分段均由设备密钥签名，依次相连',
    '{count} {count:segment|segments}, each signed by the key of the device and chained to the one before',
  ],
  'device-key': ['公钥不是清单所载设备的', 'the public key is not that of the device in the manifest'],
  'segment-signature': [
    '第 {n} 段不是由该设备为这次录制签名的',
    'segment {n} was not signed by this device for this recording',
  ],
  'segment-chain': ['哈希链在第 {n} 段断开', 'the chain breaks at segment {n}'],
  'segment-end': [
    '录制止于第 {n} 段，与清单所载的终点不符',
    'the recording ends at segment {n}, which is not the end that the manifest names',
  ],
  'segment-content': ['第 {n} 段的内容不是设备签名的', 'the content of segment {n} is not what the device signed'],
  'segment-received': [
    '第 {n} 段所载的收到时间晚于封存时间',
    'segment {n} says that it was received after the manifest was made',
  ],
  'device-facts': ['清单所载与设备签名的不符', 'the manifest says otherwise than the segments'],
  'no-gaps': ['没有缺段，也没有中断', 'no segment is missing, and the recording was not interrupted'],
  'gap-missing': [
    '缺少第 {first} 至 {last} 段，内容无从得知',
    'segments {first} to {last} are missing; nothing is known about them',
  ],
  'gap-content': [
    '第 {first} 至 {last} 段只有摘要，没有内容',
    'segments {first} to {last}: only their digests are here, not their content',
  ],
  'gap-pause': ['第 {n} 段之前中断了 {seconds} 秒', 'nothing was recorded for {seconds} s before segment {n}'],
  'gap-clock': [
    '第 {n} 段之前，设备的时钟被调整了 {seconds} 秒',
    'the clock of the device was changed by {seconds} s before segment {n}',
  ],
  'gap-end': [
    '第 {n} 段不是设备声明的最后一段：其后可能还有内容',
    'segment {n} is not marked as the last one: there may have been more',
  ],
  'device-word': [
    '拍摄时间、位置与画面来源由设备自行声明，收到时间与设备绑定由签发方声明，均未经核实',
    "times of recording, positions and what the camera showed are the device's word; when segments were received and whose device it is are the issuer's word; none of it was verified",
  ],
  'uncompared-files': [
    '{count} 个文件仅核对了摘要，内容未与报告比对',
    'only digests were checked for {count} {count:file|files}; {count:its|their} content was not compared with the report',
  ],
  'uncompared-certificate': [
    '证书上印出的文字未与证据比对，以清单和报告为准',
    'the printed text was not compared with the evidence; the manifest and the report are authoritative',
  ],
  'certificate-unbound': [
    '没有随附唯一的 {name}，看不出是哪份证据的证书',
    'does not contain exactly one {name}, so it is unclear which evidence it certifies',
  ],

  // Signatures and timestamps.
  attached: ['签名没有与内容分离', 'the signature is not detached'],
  'unexpected-timestamp': ['签名中不应有时间戳', 'unexpected timestamp in the signature'],
  'not-for-documents': ['{who} 不是文件签章证书', '{who} is not a document signing certificate'],
  'other-chain': ['所用证书与 {path} 中的不一致', 'its certificates differ from those in {path}'],
  'issuer-unknown': [
    '信任锚中没有其颁发机构；{who}（SHA-256 {sha256}）自称由 {issuer} 签发',
    '{text}; {who} (SHA-256 {sha256}) says that {issuer} issued it',
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
    'the revocation list of {issuer} is of another distribution point than {who} names',
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
  refused: ['{authority}：{why}，对方原文：{detail}', '{authority}  {why}: {detail}'],

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
  'seal-unstamped': ['签章没有时间戳', 'the signature has no timestamp'],

  // Errors of lower layers: Chinese from this table, English from the error.
  'pki-encoding': ['编码已损坏或不合规定', '{text}'],
  'pki-unsupported': ['含有不予接受的算法、版本或扩展', '{text}'],
  'pki-signature': ['签名与内容不符', '{text}'],
  'pki-mismatch': ['签名、摘要或名称与所附内容不符', '{text}'],
  'pki-path': ['证书链不成立或在当时无效', '{text}'],
  other: ['无法读取', '{text}'],
} as const satisfies Record<string, Word>;

/** Code of a finding's sentence; stable once released. */
export type DetailCode = keyof typeof details;
type ArgsOf<Code extends DetailCode> = Readonly<Record<GapsOf<(typeof details)[Code][0 | 1]>, string | number>>;

/** A finding's sentence by its code, with the arguments for its placeholders. */
export interface Detail {
  code: DetailCode;
  args: Readonly<Record<string, string | number>>;
}

/** Makes a detail; the placeholders of its sentence decide which arguments it takes. */
export const detail = <Code extends DetailCode>(
  code: Code,
  ...[args]: GapsOf<(typeof details)[Code][0 | 1]> extends never ? [] : [ArgsOf<Code>]
): Detail => ({ code, args: args ?? {} });

/** A check failed; `detail` says why. */
export class Problem extends Error {
  override name = 'Problem';
  readonly detail: Detail;

  constructor(detail: Detail) {
    super(detailText(detail, 'en'));
    this.detail = detail;
  }
}

/** A `Problem` with this detail. */
export const problem: <Code extends DetailCode>(...args: Parameters<typeof detail<Code>>) => Problem = (...args) =>
  new Problem(detail(...args));

/** Renders a detail. `timeText` formats ISO times (`2026-11-20T06:03:22.000Z`), e.g. in the reader's zone. */
export const detailText = (
  { code, args }: Detail,
  language: Language,
  timeText: (iso: string) => string = (iso) => iso,
): string =>
  fillGaps(details[code][language === 'zh' ? 0 : 1], (name) => {
    const value = String(args[name] ?? '');
    return isTime.test(value) ? timeText(value) : value;
  });

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const pkiCodes = {
  ENCODING: 'pki-encoding',
  UNSUPPORTED: 'pki-unsupported',
  SIGNATURE: 'pki-signature',
  MISMATCH: 'pki-mismatch',
  PATH: 'pki-path',
} as const satisfies Record<PkiErrorCode, DetailCode>;

/** Turns any error of a check into a detail. */
export function detailOf(error: unknown): Detail {
  if (error instanceof Problem) return error.detail;
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof RevocationError) return { code: error.finding.kind, args: error.finding };
  if (error instanceof PkiError) return detail(pkiCodes[error.code], { text });
  if (error instanceof TlogError)
    return detail(error.code === 'SIGNATURE_INVALID' ? 'log-signature' : 'log-form', { text });
  if (error instanceof BundleError) return bundleDetail(error, text);
  return detail('other', { text });
}

function bundleDetail({ code, entry }: BundleError, text: string): Detail {
  if (code === 'CHECKSUM_WRONG') return detail('checksum');
  if (code !== 'CONTAINER_INVALID') return detail('json', { text });
  return entry === undefined ? detail('container-whole', { text }) : detail('container', { entry, text });
}
