/**
 * Invalid arguments, or a reference to something that doesn't exist; the message is for the person who ran the command.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const help = `Proofkeep 存真

  proofkeep preserve <url> --out <file>   preserve a web page as an evidence bundle     存证一个网页，生成证据包
      --dismiss-consent                   dismiss cookie banners                        自动关闭 Cookie 提示
      --accept-invalid-tls                continue if the TLS certificate is invalid    网站证书无效时继续
  proofkeep verify <file>                 verify a bundle or a certificate offline      离线验证证据包或存证证书
      --trust <file>                      use these trust anchors instead of the default  指定信任锚文件
      --json                              print JSON                                    输出 JSON
  proofkeep log                           show the log: size, root, checkpoints         查看存证日志
  proofkeep log check                     re-read and recompute the whole log           全面核验存证日志
  proofkeep log resume --epoch            continue after a restore (see operating.md)   恢复备份后续接日志（见 operating.md）
  proofkeep store check                   compare all evidence with what was sealed     核对全部证据文件
  proofkeep ledger check                  check every ledger entry                      核对全部账目
  proofkeep staff list                    list the people of the console                列出管理台工作人员
  proofkeep staff add <username> --name <name>  add one, with a one-time password       添加工作人员并生成一次性密码
      --role operator|notary              their role (default operator)                 角色（默认为运营人员）
  proofkeep staff reset <username>        new one-time password, no second factor       重置密码和验证器
  proofkeep staff disable|enable <username>  end or restore access to the console       停用或启用
  proofkeep list                          list all attestations and their states        列出全部存证
  proofkeep export <number> --out <file>  export an attestation's bundle again          重新导出证据包
  proofkeep device bind <service URL>     make a simulated recording device             模拟一台取证设备
      --code <code> --key <file>          its binding code; where its key is kept       绑定码；密钥保存位置
  proofkeep device record <media file>... sign files as segments, and send them         签名并上传录制片段
      --key <file>                        the file that bind wrote                      bind 所写的文件
      --seconds <n>                       duration of a segment (default 10)            每段秒数（默认 10）
      --lose <n,n>                        segments to sign and never send               签名但不上传的片段

  --lang zh|en   output language               输出语言
  DATA_DIR       data folder (default ./data)   数据目录（默认 ./data）
`;
