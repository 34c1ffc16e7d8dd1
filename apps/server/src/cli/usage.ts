/** The command line was called wrongly, or with something that cannot be had; the message is for the person who typed it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const help = `Proofkeep 存真

  proofkeep preserve <url> --out <file>   preserve a web page as an evidence bundle     存证一个网页，生成证据包
      --dismiss-consent                   press a recognised consent button             点击可识别的同意按钮
      --accept-invalid-tls                go on when the site's certificate is invalid  网站证书无效时继续
  proofkeep verify <file>                 check a bundle; no network, no server         离线验证证据包
      --trust <file>                      anchors to trust instead of the own ones      指定信任锚
      --json                              for machines                                  输出 JSON
  proofkeep log                           the log: size, root, checkpoints              查看存证日志
  proofkeep log check                     read everything again and recompute it        全面核验存证日志
  proofkeep log resume --epoch            go on after a restore; read operating.md      恢复备份后续接日志（见 operating.md）
  proofkeep store check                   read all evidence again and compare it         重新核对全部证据文件
  proofkeep ledger check                  read every entry of the ledger again          重新核对全部账目
  proofkeep list                          every attestation and its state               列出全部存证
  proofkeep export <number> --out <file>  write the bundle of an attestation again      重新导出证据包

  --lang zh|en   language of what is printed   输出语言
  DATA_DIR       where everything is kept (./data)   数据目录
`;
