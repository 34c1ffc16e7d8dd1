import type { Word } from '@proofkeep/contract';

/** Descriptions of the files in a bundle (docs/formats/bundle.md). */
const fileWords: readonly (readonly [RegExp, Word])[] = [
  [
    /^manifest\.json$/,
    ['清单：每个文件的摘要、取证环境与时间', 'Manifest: digest of every file, environment and times'],
  ],
  [/^proof\/manifest\.tst$/, ['可信时间戳，由本服务的机构签发', 'Trusted timestamp from this service’s own authority']],
  [/^proof\/manifest-\d+\.tst$/, ['可信时间戳，由外部机构签发', 'Trusted timestamp from an external authority']],
  [
    /^proof\/refusals\.json$/,
    ['未签发时间戳的外部机构及原因', 'External authorities that issued no timestamp, and why'],
  ],
  [/^proof\/manifest\.p7s$/, ['清单的电子签名', 'Electronic signature of the manifest']],
  [/^proof\/leaf\.json$/, ['写入存证日志的条目', 'Evidence log entry']],
  [/^proof\/leaf\.tlog-proof$/, ['存证日志的包含证明和检查点', 'Inclusion proof and checkpoint of the log']],
  [/^certificate\.pdf$/, ['存证证书', 'Certificate of preservation']],
  [/^contents\.json$/, ['证明文件的目录', 'List of proof files']],
  [/^contents\.p7s$/, ['目录的电子签名', 'Electronic signature of that list']],
  [/^trust\/.+\.pem$/, ['证书链，仅供参考', 'Certificate chain, for reference only']],
  [/^trust\/.+\.crl$/, ['吊销列表，仅供参考', 'Revocation list, for reference only']],
  [/^trust\/log\.vkey$/, ['存证日志的公钥，仅供参考', 'Public key of the log, for reference only']],
  [/^VERIFY\.txt$/, ['自行核验的步骤和命令', 'Steps and commands to verify it yourself']],
  [/^data\/page\.html$/, ['页面结构', 'Document']],
  [/^data\/frames\//, ['内嵌页面的结构', 'Document of an embedded page']],
  [/^data\/page\.pdf$/, ['打印成 PDF 的网页', 'Page printed to PDF']],
  [/^data\/page\.txt$/, ['网页上可见的文字', 'Visible text']],
  [/^data\/product\.json$/, ['商品信息及其出处', 'Product facts and their sources']],
  [/^data\/structured\.json$/, ['网页内嵌的结构化数据', 'Structured data of the page']],
  [/^data\/clock\.json$/, ['与外部时间服务器的比对', 'Comparison with external time servers']],
  [/^data\/environment\.json$/, ['取证环境与清洁性检查', 'Capture environment and cleanliness check']],
  [/^data\/actions\.jsonl$/, ['取证时的每个动作', 'Every action during the capture']],
  [/^data\/connections\.jsonl$/, ['建立过的网络连接', 'Network connections']],
  [/^data\/page\.wacz$/, ['网络记录，可以回放', 'Network record, can be replayed']],
  [/^data\/report\.json$/, ['取证报告：每一步的结果', 'Capture report: result of every step']],
  [/^data\/screenshot\//, ['全页截图', 'Full-page screenshot']],
  [/^data\/thumbnail\./, ['缩略图', 'Thumbnail']],
];

export const fileWord = (path: string): Word | undefined => fileWords.find(([pattern]) => pattern.test(path))?.[1];
