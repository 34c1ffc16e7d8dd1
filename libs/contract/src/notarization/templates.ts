import { z } from 'zod';
import { fillGaps } from '../shared/gaps.ts';
import type { Word } from '../shared/words.ts';
import { MatterKind, matterKindFacts } from './kinds.ts';
import { notaryTextLength } from './matter.ts';

/** Documents whose wording an office edits. */
export const templateDocuments = ['write', 'receipt', 'inform', 'inquiry', 'instrument', 'deed'] as const;
/** Document whose wording an office edits. */
export const TemplateDocument = z.enum(templateDocuments);
export type TemplateDocument = z.infer<typeof TemplateDocument>;

/** Documents of a kind of matter whose wording an office edits. */
export const templateDocumentsOf = (kind: MatterKind): TemplateDocument[] =>
  templateDocuments.filter((document) => document !== 'instrument' || matterKindFacts[kind].instrument !== null);

/** Text of a template: a paragraph, notice or question per line, with `{placeholders}`. */
export const TemplateText = z.string().trim().min(notaryTextLength.deed.min).max(notaryTextLength.deed.max);

/** A version of an office's wording; version 0 is the standard one. */
export const DocumentTemplate = z.strictObject({
  kind: MatterKind,
  document: TemplateDocument,
  version: z.int().min(0).max(1_000_000),
  text: z.string(),
  savedBy: z.string().nullable(),
  savedAt: z.iso.datetime().nullable(),
});
export type DocumentTemplate = z.infer<typeof DocumentTemplate>;

/** Placeholders that every template may use, with their values. */
export const templateGaps: Record<string, Word> = {
  no: ['公证事项编号', 'Number of the matter'],
  matter: ['公证事项', 'Kind of the matter'],
  purpose: ['用途', 'Purpose'],
  applicant: ['申请人', 'Applicant'],
  applicantId: ['申请人证件号码', "Applicant's ID number"],
  parties: ['全部当事人', 'All parties'],
  office: ['公证处', 'Office'],
  notary: ['公证员', 'Notary'],
  date: ['制作日期', 'Date of the document'],
  evidence: ['存证编号', 'Attestation numbers'],
};

/** Placeholders that a template of a kind may use: the common ones and the questions of the kind's form. */
export const gapsOf = (kind: MatterKind): Record<string, Word> => ({
  ...templateGaps,
  ...Object.fromEntries(matterKindFacts[kind].fields.map(({ name, label }) => [name, label])),
});

/** Unknown placeholders in a text. */
export const unknownGaps = (kind: MatterKind, text: string): string[] => {
  const known = gapsOf(kind);
  return [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, gap = '']) => (Object.hasOwn(known, gap) ? [] : [gap]));
};

/** Fills the placeholders of a template and drops empty lines. @returns its lines */
export const fillTemplate = (text: string, values: Readonly<Record<string, string>>): string[] =>
  fillGaps(text, (gap) => (Object.hasOwn(values, gap) ? (values[gap] ?? '') : ''))
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Texts of the instruments, by kind; the line of an empty optional field is dropped. */
const instrumentTexts: Partial<Record<MatterKind, string>> = {
  declaration: `声明人{applicant}（证件号码：{applicantId}）声明如下：
{text}
声明人保证上述内容真实，并愿意承担由此产生的法律责任。`,
  'power-of-attorney': `委托人{applicant}（证件号码：{applicantId}）委托{attorney}为受托人，以委托人的名义办理下列事项：
{powers}
受托人在上述权限内签署的文件和实施的行为，委托人均予承认。
委托期限至{until}。
{delegation}`,
  'enforceable-debt': `当事人{parties}就《{contract}》所确认的债权债务约定如下：
一、债权本金为{principal}。
二、利息和违约责任：{interest}
三、履行期限至{due}。
{repayment}
四、债务人不履行或者不适当履行上述义务时，自愿直接接受人民法院强制执行；债权人可以凭公证机构出具的执行证书，向有管辖权的人民法院申请执行。
五、公证机构核实债务履行情况的方式：{verification}
六、各方对上述债权的数额、期限和履行方式没有争议。`,
};

/** A deed must state the content of its documents, so it quotes the signed instrument if there is one. */
const deedTexts: Record<MatterKind, string> = {
  preservation: `申请人{applicant}向本处申请保全证据公证（用途：{purpose}），涉及存证{evidence}。
经本公证员核验，前述存证的证据文件自固定之日起未被改动，其电子签名、可信时间戳和存证日志证明均验证通过，摘要载于后附清单。
兹证明后附清单所列存证与公证处核验时取得的电子数据一致。`,
  'enforceable-debt': `申请人{applicant}向本处申请办理《{contract}》的赋予强制执行效力公证，当事人为{parties}。
经查，该债权文书的本金为{principal}，履行期限至{due}，债务人承诺不履行或者不适当履行义务时自愿接受人民法院强制执行。
兹证明各方对前述债权的内容没有争议，各方在前面的《债务履行及强制执行承诺书》上的签名属实；债务人不履行或者不适当履行的，债权人可以向本处申请执行证书。`,
  declaration: `{applicant}（证件号码：{applicantId}）经本公证员核实身份。
兹证明{applicant}在前面的《声明书》上签名，并表示知悉签署《声明书》的法律意义和法律后果。`,
  'power-of-attorney': `{applicant}（证件号码：{applicantId}）经本公证员核实身份。
兹证明{applicant}在前面的《委托书》上签名，委托{attorney}办理其中所列事项，期限至{until}，并表示知悉签署《委托书》的法律意义和法律后果。`,
  copy: `兹证明{applicant}提交的复印件与其出示的《{original}》原件相符，原件经本公证员查验属实。`,
};

/** The initial wording of an office. */
export function standardTemplate(kind: MatterKind, document: TemplateDocument): string {
  const { notices, questions } = matterKindFacts[kind];
  const lines = (words: readonly Word[]) => words.map(([zh]) => zh).join('\n');
  switch (document) {
    case 'write':
      return '申请人保证所填内容和提交的材料真实、合法、充分，并知悉虚假陈述的法律责任。';
    case 'receipt':
      return '经审查，申请符合受理条件，予以受理。请按时缴纳公证费，并按要求完成身份核验和文书签署。';
    case 'inform':
      return lines(notices);
    case 'inquiry':
      return lines(questions);
    case 'instrument':
      return instrumentTexts[kind] ?? '';
    case 'deed':
      return deedTexts[kind];
  }
}

/** Values for every placeholder of a kind's templates, for the preview of a document. */
export const sampleValues = (kind: MatterKind): Record<string, string> => ({
  ...Object.fromEntries(matterKindFacts[kind].fields.map(({ name, label }) => [name, `〔${label[0]}〕`])),
  no: 'GZ0000000000A',
  matter: matterKindFacts[kind].name[0],
  purpose: '用于诉讼',
  applicant: '张三',
  applicantId: '11010519491231002X',
  parties: '张三、李四',
  office: '示例市示例公证处',
  notary: '王公证',
  date: '2026年1月2日',
  evidence: 'PK00000000000000',
});
