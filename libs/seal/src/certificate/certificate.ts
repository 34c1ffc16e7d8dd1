import { type CertificateData, canonicalBytes, certificateFile, type DeclinedAuthority } from '@proofkeep/bundle';
import { deviceLimits, drawDevice, drawDeviceSubject } from './device.ts';
import type { CertificateFacts, EnvironmentLabel, PageFacts } from './facts.ts';
import { drawFiles, drawFilesSubject, filesLimits } from './files.ts';
import { ink, type Label, Paper, page } from './paper.ts';
import { drawProduct } from './product.ts';
import { drawSecond } from './second-record.ts';
import { byteCount, legalTime } from './text.ts';

const labels = {
  ano: ['存证编号', 'Attestation number'],
  url: ['存证网址', 'URL'],
  finalUrl: ['实际网址', 'Final URL'],
  title: ['网页标题', 'Title'],
  captured: ['取证起止时间', 'Captured'],
  state: ['完整性', 'Completeness'],
  manifestSha256: ['清单摘要', 'SHA-256'],
  manifestSm3: ['清单摘要', 'SM3'],
  timestamp: ['可信时间戳', 'Timestamp'],
  authority: ['签发机构', 'Issued by'],
  authorityClock: ['签发时钟偏差', 'Clock offset'],
  noTimestamp: ['未取得时间戳', 'No timestamp'],
  log: ['存证日志', 'Log'],
  logIndex: ['日志索引', 'Log index'],
  root: ['日志根摘要', 'Root'],
  seal: ['签章', 'Seal'],
  status: ['响应状态', 'Status'],
  address: ['服务器地址', 'Server'],
  tls: ['网站证书', 'Site certificate'],
  siteDate: ['网站所称时间', 'Site date'],
  redirects: ['跳转', 'Redirects'],
  recorded: ['录制起止时间', 'Recorded'],
  device: ['设备', 'Device'],
  frames: ['画面帧数', 'Frames'],
  events: ['操作与事件', 'Events'],
  chunks: ['分段', 'Chunks'],
  chainHead: ['哈希链终点', 'Chain head'],
  kept: ['下载／截图', 'Downloads / screenshots'],
} as const satisfies Record<string, Label>;

const environmentLabels: Record<EnvironmentLabel, Label> = {
  tool: ['取证程序', 'Tool'],
  browser: ['浏览器', 'Browser'],
  browserSha256: ['浏览器摘要', 'SHA-256'],
  userAgent: ['用户代理', 'User agent'],
  operatingSystem: ['操作系统', 'System'],
  isolation: ['网络隔离', 'Isolation'],
  profile: ['浏览器配置', 'Profile'],
  extensions: ['浏览器扩展', 'Extensions'],
  locale: ['语言与时区', 'Locale'],
  viewport: ['视口', 'Viewport'],
  resolvers: ['域名解析服务器', 'Resolvers'],
  openedDestinations: ['另行开放的地址', 'Allowed'],
  fixedNames: ['指定的域名地址', 'Fixed DNS'],
  trustedKeys: ['另行信任的公钥', 'Trusted keys'],
  clock: ['取证时钟偏差', 'Clock offset'],
};

const ownMark = '本系统 own';
const outsideMark = '外部 outside';

const refusalWords: Record<DeclinedAuthority['why'], Label> = {
  unreachable: ['没有收到完整响应', 'no complete response'],
  refused: ['该机构拒绝签发', 'the authority declined'],
  invalid: ['应答无效，未予采用', 'the response was invalid'],
};

const pageLimits: Label[] = [
  [
    '本证书证明：本系统的取证程序于上述时间、在所述环境中，从上述网址取得所列电子数据；该数据自写入存证日志起未被改动。',
    'This certificate states that the capture tool obtained the listed data from the URL above, at the time and in the environment described, and that the data has not changed since it was logged.',
  ],
  [
    '本证书不证明：网页内容真实、发布者的身份，或其他访问者在其他时间、地点看到相同内容。网络记录中的内容为浏览器解码后的内容，原始编码见响应头。',
    'It does not state that the content is true, who published it, or that others saw the same content elsewhere or at another time. The network record contains response bodies as decoded by the browser; the response headers give the original encodings.',
  ],
];

const liveLimits: Label[] = [
  [
    '本证书证明：上述操作人在本系统的远程浏览器中操作，画面、操作与网络数据由本系统录制。画面与操作以不超过 10 秒的分段逐段计算哈希并相互链接，各分段自其链首写入存证日志起未被改动；网络数据在录制结束后整体封存，自封存起未被改动。',
    'This certificate states that the operator above used a remote browser of this system, which recorded picture, input and network traffic. Picture and input were hashed in chunks of at most 10 seconds, each chained to the previous one, and have not changed since the head of their chain was logged. Network traffic was packed when the recording ended and has not changed since it was sealed.',
  ],
  [
    '本证书不证明：网页内容真实、发布者的身份，或其他访问者看到相同内容。回放视频由原始录制转换而来，以原始录制为准。',
    'It does not state that the content is true, who published it, or that others saw the same content. The playback copy is derived from the recording, which is authoritative.',
  ],
];

const ownAuthority: Label = [
  '标注“本系统”的时间戳与签章由本系统自有的开发用证书机构签发，未经第三方认证；标注“外部”的由所列第三方机构签发。',
  `Timestamps and seals marked "own" were issued by this installation's development authority, which no third party has certified. Those marked "outside" were issued by the third parties named.`,
];

/** Straight quotes for English lines: the CJK font draws curly quotes as wide as a Chinese character. */
const english = (text: string) => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'");

/** Draws the unsigned certificate: PDF 1.7 as PDF/A-3b, Chinese and English, with selectable text. */
export async function drawCertificate(facts: CertificateFacts, drawnAt: Date): Promise<Uint8Array> {
  const paper = new Paper({
    title: `存证证书 ${facts.ano}`,
    subject: `Certificate of preservation ${facts.ano}`,
    createdAt: drawnAt,
  });
  drawHead(paper, facts);
  if (facts.kind === 'device') drawDeviceSubject(paper, facts);
  else if ('requestedUrl' in facts) drawSubject(paper, facts);
  else drawFilesSubject(paper, facts);
  drawSubmitter(paper, facts);
  drawProofs(paper, facts);
  if (facts.kind === 'device') drawDevice(paper, facts);
  else if ('requestedUrl' in facts) drawPage(paper, facts);
  else drawFiles(paper, facts);
  drawLimits(paper, limitsOf(facts));
  paper.attach(canonicalBytes(dataOf(facts)), { ...certificateFile, madeAt: drawnAt });
  return paper.finish((number, count) => `${facts.ano}  ·  ${number} / ${count}`);
}

const limitsOf = (facts: CertificateFacts): readonly Label[] => {
  if (facts.kind === 'device') return deviceLimits;
  if ('requestedUrl' in facts) return facts.kind === 'live' ? liveLimits : pageLimits;
  return filesLimits[facts.kind];
};

/** Identifies the evidence for programs. */
const dataOf = ({ ano, manifestSha256, manifestSm3, custody }: CertificateFacts): CertificateData => ({
  v: 2,
  type: 'proofkeep-certificate',
  ano,
  manifestSha256,
  manifestSm3,
  ...(custody && { custody }),
});

function drawPage(paper: Paper, facts: PageFacts): void {
  if (facts.second) drawSecond(paper, facts.second);
  if (facts.product) drawProduct(paper, facts.product);
  if (facts.recording) drawRecording(paper, facts.recording);
  drawCompleteness(paper, facts);
  drawAlterations(paper, facts);
  drawServer(paper, facts);
  drawEnvironment(paper, facts);
  drawObjects(paper, facts);
}

function drawHead(paper: Paper, facts: CertificateFacts): void {
  const { doc, width } = paper;
  const top = paper.y;
  doc.rect(page.left, top, 3, 40).fill(ink.seal);
  doc
    .font('bold')
    .fontSize(20)
    .fillColor(ink.text)
    .text('存证证书', page.left + 14, top - 4, { lineBreak: false });
  doc.font('sans').fontSize(9.5).fillColor(ink.soft);
  doc.text('Certificate of preservation', page.left + 14, top + 26, { lineBreak: false });
  doc.font('mono').fontSize(10).fillColor(ink.text);
  doc.text(facts.ano, page.left + 14, top + 44, { lineBreak: false });
  paper.qr(facts.qr, page.left + width - 84, top - 16, 84);
  paper.y = top + 66;
  paper.rule();
  paper.gap(10);
}

function drawSubject(paper: Paper, facts: PageFacts): void {
  const { doc } = paper;
  const top = paper.y;
  const picture = { width: 150, height: 112 };
  const left = page.left + paper.width - picture.width;
  doc.save().rect(left, top, picture.width, picture.height).clip();
  doc.image(Buffer.from(facts.thumbnail), left, top, { cover: [picture.width, picture.height] });
  doc.restore();
  doc.rect(left, top, picture.width, picture.height).lineWidth(0.6).stroke(ink.line);

  paper.y = top;
  const width = paper.width - picture.width - 14;
  paper.fact(labels.title, facts.title, { width });
  paper.fact(labels.url, facts.requestedUrl, { width });
  if (facts.finalUrl !== facts.requestedUrl) paper.fact(labels.finalUrl, facts.finalUrl, { width });
  paper.fact(labels.captured, `${legalTime(facts.startedAt)}\n${legalTime(facts.endedAt)}`, { width });
  const state = facts.state === 'complete' ? '完整 Complete' : '部分 Partial';
  const override =
    '网站证书未获浏览器认可，按要求继续取证\nsite certificate rejected by the browser, captured as requested';
  paper.fact(labels.state, facts.isTlsOverridden ? `${state}\n${override}` : state, {
    width,
    color: facts.state === 'complete' && !facts.isTlsOverridden ? ink.text : ink.warning,
  });
  paper.y = Math.max(paper.y, top + picture.height + 4);
}

function drawSubmitter(paper: Paper, { submitter }: CertificateFacts): void {
  paper.heading(['申请人与操作人', 'Applicant and operator']);
  for (const { label, value, mark, isUncertified, notes } of submitter) {
    const color = isUncertified ? ink.warning : ink.soft;
    paper.fact(label, value ?? '', mark ? { mark: { text: mark.join('  '), color } } : {});
    if (notes.length === 0) continue;
    const sentences = notes.map(([, en]) => english(en).replace(/\.$/, ''));
    paper.note(`${notes.map(([zh]) => zh).join('；')}\n${sentences.join('. ')}`);
  }
}

function drawProofs(paper: Paper, facts: CertificateFacts): void {
  paper.heading(['证明', 'Proofs']);
  paper.fact(labels.manifestSha256, facts.manifestSha256, { mono: true });
  paper.fact(labels.manifestSm3, facts.manifestSm3, { mono: true });
  for (const token of facts.timestamps) {
    paper.fact(labels.timestamp, legalTime(token.at), { tail: token.own ? ownMark : outsideMark });
    paper.fact(labels.authority, `${token.authority}   №${token.serial}`);
    if (token.own) paper.fact(labels.authorityClock, facts.clock);
  }
  for (const { authority, why, detail } of facts.refusals) {
    paper.fact(labels.noTimestamp, authority, { tail: outsideMark });
    paper.note(`${refusalWords[why].join('  ')}: ${english(detail)}`);
  }
  paper.fact(labels.log, facts.log.origin);
  paper.fact(labels.logIndex, `${facts.log.index}    共 ${facts.log.size} 条  ${facts.log.size} in all`);
  paper.fact(labels.root, facts.log.root, { mono: true });
  paper.fact(labels.seal, facts.sealedBy, { color: ink.seal, tail: ownMark });
  paper.paragraph(`${ownAuthority[0]}\n${ownAuthority[1]}`, { color: ink.soft, size: 7.4 });
}

/** Visited pages that the certificate lists; the report has all of them. */
const listedPages = 30;

function drawRecording(paper: Paper, recording: NonNullable<PageFacts['recording']>): void {
  paper.heading(['录制', 'Recording']);
  paper.fact(labels.recorded, `${legalTime(recording.startedAt)}\n${legalTime(recording.endedAt)}`);
  paper.fact(labels.device, recording.device);
  paper.fact(labels.frames, `${recording.frames}`);
  paper.fact(labels.events, `${recording.events}`);
  paper.fact(labels.chunks, `${recording.chunks}`);
  paper.fact(labels.chainHead, recording.head, { mono: true });
  paper.fact(labels.kept, `${recording.downloads} / ${recording.snapshots}`);
  for (const [zh, en] of recording.notes) paper.paragraph(`${zh}\n${english(en)}`, { size: 7.6 });
  if (recording.pages.length === 0) return;
  paper.heading(['访问的网页', 'Pages visited']);
  for (const { url, title } of recording.pages.slice(0, listedPages))
    paper.paragraph([title, url].filter(Boolean).join('\n'), { size: 7.6 });
  const more = recording.pages.length - listedPages;
  if (more > 0)
    paper.paragraph(`另有 ${more} 个，见 data/report.json\n${more} more in data/report.json`, { size: 7.6 });
}

function drawCompleteness(paper: Paper, facts: PageFacts): void {
  if (facts.lacking.length === 0) return;
  paper.heading(['缺失与提示', 'Missing content and warnings']);
  for (const { what, why } of facts.lacking) paper.paragraph(`${what}\n${why[0]}\n${english(why[1])}`, { size: 7.6 });
}

function drawAlterations(paper: Paper, { alterations }: PageFacts): void {
  paper.heading(['取证程序所作的改动', 'Changes made by the capture tool']);
  if (alterations.length === 0) paper.paragraph('无  none');
  for (const [zh, en] of alterations) paper.paragraph(`${zh}\n${english(en)}`, { size: 7.6 });
}

function drawServer(paper: Paper, facts: PageFacts): void {
  const { status, protocol, address, date, tls, redirects } = facts.server;
  paper.heading(['网站', 'Website']);
  paper.fact(labels.status, [status, protocol].filter((part) => part !== null).join('  '));
  paper.fact(labels.address, address ?? '');
  if (date) paper.fact(labels.siteDate, legalTime(date));
  if (tls) paper.fact(labels.tls, `${tls.subject}  ←  ${tls.issuer}   ${tls.protocol}   ${tls.verdict}`);
  else if (facts.finalUrl.startsWith('https:')) paper.fact(labels.tls, '浏览器未给出  not reported by the browser');
  else paper.fact(labels.tls, '无（明文 HTTP）  none (plain HTTP)');
  for (const hop of redirects) paper.fact(labels.redirects, `${hop.status}  ${hop.url}`);
}

function drawEnvironment(paper: Paper, facts: PageFacts): void {
  paper.heading(['环境清洁性检查报告', 'Environment check']);
  for (const row of facts.environment)
    paper.fact(environmentLabels[row.label], row.value, { mono: row.label === 'browserSha256' });
}

function drawObjects(paper: Paper, facts: PageFacts): void {
  paper.heading(['证据文件', 'Preserved files']);
  const { doc } = paper;
  for (const object of facts.objects) {
    paper.room(26);
    const y = paper.y;
    doc.font('sans').fontSize(8.2).fillColor(ink.text).text(object.path, page.left, y, { lineBreak: false });
    doc.fillColor(ink.soft).text(byteCount(object.size), page.left, y, { width: paper.width, align: 'right' });
    doc
      .font('mono')
      .fontSize(7.2)
      .fillColor(ink.soft)
      .text(object.sha256, page.left, y + 11.5, { lineBreak: false });
    paper.y = y + 25;
  }
}

function drawLimits(paper: Paper, limits: readonly Label[]): void {
  paper.heading(['证明范围', 'Scope of this certificate']);
  for (const [zh, en] of limits) {
    paper.paragraph(zh);
    paper.paragraph(en, { color: ink.soft, size: 7.4 });
  }
}
