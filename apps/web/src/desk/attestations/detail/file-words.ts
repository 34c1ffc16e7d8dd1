import type { Word } from '@proofkeep/contract';

/** What the files of a bundle are (docs/formats/bundle.md). */
const fileWords: readonly (readonly [RegExp, Word])[] = [
  [
    /^manifest\.json$/,
    ['清单：每个文件的摘要、取证环境与时间', 'Manifest: the digest of every file, environment and times'],
  ],
  [/^proof\/manifest\.tst$/, ['可信时间戳，由本服务的机构签发', 'Trusted timestamp of this service’s own authority']],
  [/^proof\/manifest-\d+\.tst$/, ['可信时间戳，由外部机构签发', 'Trusted timestamp of an outside authority']],
  [/^proof\/refusals\.json$/, ['未签发时间戳的外部机构及原因', 'Outside authorities that gave no timestamp, and why']],
  [/^proof\/manifest\.p7s$/, ['清单的电子签名', 'Electronic signature over the manifest']],
  [/^proof\/leaf\.json$/, ['写入存证日志的条目', 'The entry in the log']],
  [/^proof\/leaf\.tlog-proof$/, ['存证日志的包含证明和检查点', 'Inclusion proof and checkpoint of the log']],
  [/^certificate\.pdf$/, ['存证证书', 'Certificate of attestation']],
  [/^contents\.json$/, ['证明文件的目录', 'List of the files that prove it']],
  [/^contents\.p7s$/, ['目录的电子签名', 'Electronic signature over that list']],
  [/^trust\/.+\.pem$/, ['证书链，仅供参考', 'Chain of certificates, a hint only']],
  [/^trust\/.+\.crl$/, ['吊销列表，仅供参考', 'Revocation list, a hint only']],
  [/^trust\/log\.vkey$/, ['存证日志的公钥，仅供参考', 'Public key of the log, a hint only']],
  [/^VERIFY\.txt$/, ['自行核验的步骤和命令', 'How to verify it by hand, with the commands']],
  [/^data\/page\.html$/, ['页面结构', 'The document']],
  [/^data\/frames\//, ['内嵌页面的结构', 'The document of a frame']],
  [/^data\/page\.pdf$/, ['打印成 PDF 的网页', 'The page as a PDF']],
  [/^data\/page\.txt$/, ['网页上可见的文字', 'The text that was visible']],
  [/^data\/clock\.json$/, ['与外部时间服务器的比对', 'Comparison with outside time servers']],
  [/^data\/environment\.json$/, ['取证环境与清洁性检查', 'Environment, and whether it was clean']],
  [/^data\/actions\.jsonl$/, ['取证时的每个动作', 'Everything that was done to the page']],
  [/^data\/connections\.jsonl$/, ['建立过的网络连接', 'The connections that were made']],
  [/^data\/page\.wacz$/, ['网络记录，可以回放', 'Network record, which can be replayed']],
  [/^data\/report\.json$/, ['取证报告：每一步的结果', 'Report of the capture: what each step came to']],
  [/^data\/screenshot\//, ['全页截图', 'Full-page screenshot']],
  [/^data\/thumbnail\./, ['缩略图', 'Thumbnail']],
];

export const fileWord = (path: string): Word | undefined => fileWords.find(([pattern]) => pattern.test(path))?.[1];
