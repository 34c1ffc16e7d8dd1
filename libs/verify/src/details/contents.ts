import type { Word } from '@proofkeep/contract';

/** Sentences about the files of a bundle, its parts, and what is not compared. */
export const contentDetails = {
  // Passed checks.
  parts: ['共 {count} 个文件', '{count} {count:part|parts}'],
  'signed-by': ['签署者 {who}', 'signed by {who}'],
  'stamped-by': ['{at}，{who}', '{at}  {who}'],
  entry: ['索引 {index}，日志共 {size} 条', 'index {index}, {size} {size:entry|entries} in the log'],
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
    "{count} {count:entry|entries}, each linked to the previous one; their content is the issuer's statement",
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
  'number-date': ['存证编号中的日期 {day} 不存在', 'the date of the attestation number, {day}, does not exist'],
  'number-day': [
    '存证编号的日期 {day} 晚于清单生成日期',
    'the date of the attestation number, {day}, is later than the manifest',
  ],
  'uncompared-files': [
    '{count} 个文件仅核对了摘要，内容未与报告比对',
    'only digests were checked for {count} {count:file|files}; {count:its|their} content was not compared with the report',
  ],
  'uncompared-report': [
    '报告中的响应状态、服务器地址、TLS 信息、重定向、资源数量、缺失内容与改动说明，均未比对',
    'the status, server address, TLS facts, redirects, resource counts, missing resources and alterations it states were not compared',
  ],
  'uncompared-picture': ['两份画面的差异未重新计算', 'differences between the two pictures were not computed again'],
  'uncompared-certificate': [
    '证书上印出的文字未与证据比对，以清单和报告为准',
    'the printed text was not compared with the evidence; the manifest and the report are authoritative',
  ],
  'certificate-unbound': [
    '没有随附唯一的 {name}，看不出是哪份证据的证书',
    'does not contain exactly one {name}, so it is unclear which evidence it certifies',
  ],

  // A certificate without its evidence.
  'no-certificate': [
    '不是存证证书：没有证书的签章和随附数据。若原是证书，可能被打印或另存过，请使用原文件',
    'not a certificate: it has neither the seal nor the data of one. A certificate that was printed or saved again loses them; use the original file',
  ],
  'attachments-unread': ['随附的数据已损坏，无法读取', 'the attached data is damaged and cannot be read'],
  'certified-evidence': [
    '存证 {ano}，清单摘要（SHA-256）{sha256}',
    'attestation {ano}, SHA-256 of its manifest {sha256}',
  ],
  'claimed-evidence': [
    '签章无效，不能证明这是存证 {ano}（清单摘要 {sha256}）的证书',
    'says that it certifies attestation {ano} (manifest {sha256}); without a valid seal that proves nothing',
  ],
  'number-day-sealed': [
    '存证编号的日期 {day} 晚于签章时间',
    'the date of the attestation number, {day}, is later than the seal',
  ],
  'evidence-elsewhere': [
    '证据、时间戳和日志证明不在证书中，须用证据包核验',
    'evidence, its timestamps and its log entry are not in a certificate; they are verified with the bundle',
  ],
  'revocation-elsewhere': [
    '吊销列表不在证书中，须用证据包核验',
    'revocation lists are not in a certificate; they are in the bundle',
  ],
  'nothing-later': ['签章之后没有添加任何内容', 'nothing was added after it was sealed'],
  'later-unknown': ['签章无效，无法区分原有内容与后加内容', 'without a valid seal, later content cannot be told apart'],
  'later-pages': ['签章之后增加、删除或调换了页面', 'pages were added, removed or reordered after it was sealed'],
  'later-content': [
    '签章之后改动了页面内容（文字、图片、版面或图层）',
    'the content of pages (text, pictures, layout or layers) was changed after it was sealed',
  ],
  'later-annotation': [
    '签章之后添加、改动或删除了批注、图章或绘图',
    'comments, stamps or drawings were added, changed or removed after it was sealed',
  ],
  'later-form': [
    '签章之后添加、改动或删除了表单域，或签章的显示外观',
    'form fields or the appearance of the seal were added, changed or removed after it was sealed',
  ],
  'later-signature': [
    '签章之后又添加了签名，未予核验',
    'a further signature was added after it was sealed; it was not checked',
  ],
  'later-attachment': [
    '签章之后添加、改动或删除了附件',
    'attached files were added, changed or removed after it was sealed',
  ],
  'later-action': [
    '签章之后添加或改动了脚本或自动动作',
    'scripts or automatic actions were added or changed after it was sealed',
  ],
  'later-metadata': ['签章之后改动了文档属性', 'document properties were changed after it was sealed'],
  'later-validation': [
    '签章之后添加了签名验证数据，未予核验',
    'data for validating signatures was added after it was sealed; it was not checked',
  ],
  'later-other': ['签章之后添加或改动了其他对象', 'other objects were added or changed after it was sealed'],
  'later-nothing': [
    '签章之后添加了修订（{bytes} 字节），未发现与签章时不同的对象',
    '{bytes} bytes were added as a revision after it was sealed; no object differs from the sealed ones',
  ],
  'later-unread': [
    '签章之后添加了 {revisions} 次修订（{bytes} 字节），无法读出改动了什么',
    '{revisions} {revisions:revision|revisions} ({bytes} bytes) were added after it was sealed; what changed cannot be read',
  ],
  'later-trailing': [
    '文件末尾有签章之后添加的数据（共 {bytes} 字节），不构成修订',
    'data that is no revision was appended after it was sealed ({bytes} bytes in all)',
  ],
} as const satisfies Record<string, Word>;
