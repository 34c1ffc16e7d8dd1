import type { Word } from '@proofkeep/contract';

/** Sentences about reports, network records, product facts and recordings. */
export const recordDetails = {
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
    '{count} {count:fact was|facts were} not compared: the responses exceed the search limit',
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
  'product-image': ['图片 {url} 不在网络记录中', 'the network record does not contain the image {url}'],
  'product-of-page': ['这类存证不应含有商品信息', 'evidence of this kind has no product facts'],
  'second-places': [
    '地点：{first}；{second}（均为运营方声明）',
    'places: {first}; {second} (both stated by the operator)',
  ],
  'second-same-place': ['两份记录来自同一地点', 'both records are from one place'],
  'second-no-place': [
    '没有第二份记录：首份记录的取证节点未声明地点',
    "there is no second record: the first record's capture node states no place",
  ],
  'second-no-node': [
    '没有第二份记录：限时内没有另一地点的取证节点空闲',
    'there is no second record: no capture node in another place was free in time',
  ],
  'second-page': [
    '没有第二份记录：在另一地点未能取证该网页',
    "there is no second record: the page couldn't be captured from the other place",
  ],
  'second-fault': [
    '没有第二份记录：另一地点的取证节点发生故障',
    'there is no second record: the capture nodes in the other place failed',
  ],
  'comparison-found': [
    '重新比对的结果一致：文字差异 {changes} 处，价格差异 {prices} 处；地址、状态和 TLS 证书与两份报告相符',
    'computed again with this result: {changes} {changes:difference|differences} in text, {prices} in prices; addresses, status and TLS certificates are those of the two records',
  ],
  'comparison-text': ['所列差异与两份网页文字不符', 'its text differences do not follow from the two texts'],
  'comparison-prices': [
    '所列差异与两份商品信息不符',
    'its price differences do not follow from the two product records',
  ],
  'comparison-main': [
    '地址、状态或 TLS 证书与两份记录不符',
    'its addresses, status or TLS certificates are not those of the two records',
  ],
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
  records: [
    '索引中 {count} 条记录均在所指位置，网址与所载摘要相符',
    '{count} indexed {count:record is|records are} where the index says, with its URL and stated digest',
  ],
  'record-bodies': [
    '{count} 条记录中有 {compared} 条的正文与其自身所载摘要比对一致',
    '{compared} of {count} {count:body|bodies} compared with the digest in {count:its record|their records}: no difference',
  ],
  'record-undigested': [
    '{count} 条记录未载摘要，正文未作比对；正文已包含在整个文件的摘要之内',
    '{count} {count:record states|records state} no digest, so {count:its body was|their bodies were} not compared; the digest of the whole file covers {count:it|them}',
  ],
  'record-body': [
    '{url} 的正文与其记录所载的摘要（{field}）不符',
    'the body of {url} does not match {field} of its record',
  ],
  'record-archive': [
    '归档文件自第 {offset} 字节起无法按记录读取',
    'the archive has no readable record at byte {offset}',
  ],
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
  'heads-unproven': [
    '包含证明相符，但日志不在信任锚中',
    'the proofs are valid, but the log is not among the trusted ones',
  ],
  'heads-order': ['时间戳的先后与录制不符', 'the timestamps are not in the order of the recording'],
  'record-lost': [
    '网络记录随取证节点丢失，报告已写明',
    'the network record was lost with the capture node, as the report says',
  ],
  'record-chained': [
    '与录制期间分段链接的网络记录一致（{size} 字节，其后 {rest} 字节写于录制结束后）',
    'as it was chained while the session ran ({size} bytes; {rest} more were written after its end)',
  ],
  'connections-chained': [
    '与录制期间分段链接的连接记录一致（{size} 字节，其后 {rest} 字节写于录制结束后）',
    'as they were chained while the session ran ({size} bytes; {rest} more were written after its end)',
  ],
  'connections-broken': [
    '连接记录自第 {second} 秒起与录制时不同（第 {chunk} 段）',
    'the list of connections differs from what was recorded from second {second} on (chunk {chunk})',
  ],
  'record-rewritten': [
    '录制结束后重写过（保留登录凭据，或后来才识别出密码），因此分段链不涵盖网络记录',
    'written again after the end, with credentials or without a password that was recognised late: the chain doesn’t cover it',
  ],
  'record-cut': [
    '取证节点丢失时，{count} 个请求没有收到完整响应，未列入网络记录',
    '{count} {count:request|requests} had no complete response when the capture node was lost, and {count:isn’t|aren’t} in it',
  ],
  'record-broken': [
    '网络记录自第 {second} 秒起与录制时不同（第 {chunk} 段）',
    'the network record differs from what was recorded from second {second} on (chunk {chunk})',
  ],
  'no-heads': ['录制期间没有时间戳（不足一分钟）', 'no timestamps during the recording (shorter than a minute)'],
  'heads-missing': [
    '录制第 {from} 秒至第 {until} 秒之间没有时间戳',
    'no timestamp between second {from} and second {until} of the recording',
  ],
  segments: [
    '{count} 个分段均由设备密钥签名，依次相连',
    '{count} {count:segment|segments}, each signed by the key of the device and chained to the previous one',
  ],
  'device-key': ['公钥不是清单所载设备的', 'the public key is not that of the device in the manifest'],
  'segment-signature': [
    '第 {n} 段不是由该设备为这次录制签名的',
    'segment {n} was not signed by this device for this recording',
  ],
  'segment-chain': ['哈希链在第 {n} 段断开', 'the chain breaks at segment {n}'],
  'segment-bounds': [
    '第 {n} 段的时长或大小超出格式的限度',
    'the length or size of segment {n} exceeds the limits of the format',
  ],
  'segment-end': [
    '录制止于第 {n} 段，与清单所载的终点不符',
    'the recording ends at segment {n}, which is not the end that the manifest names',
  ],
  'segment-content': ['第 {n} 段的内容不是设备签名的', 'the content of segment {n} is not what the device signed'],
  'segment-received': [
    '第 {n} 段所载的收到时间晚于封存时间',
    'segment {n} says that it was received after the manifest was made',
  ],
  'device-facts': ['清单所载与设备签名的不符', 'the manifest differs from the segments'],
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
    '第 {n} 段之前，设备的时钟跳变了 {seconds} 秒',
    'the clock of the device jumped by {seconds} s before segment {n}',
  ],
  'gap-end': [
    '第 {n} 段不是设备声明的最后一段：其后可能还有内容',
    'segment {n} is not marked as the last one: there may have been more',
  ],
  'device-word': [
    '拍摄时间、位置与画面来源由设备自行声明，收到时间与设备绑定由签发方声明，均未经核实',
    "times of recording, positions and what the camera showed are the device's claims; when segments were received and whose device it is are the issuer's claims; none of it was verified",
  ],
} as const satisfies Record<string, Word>;
