import { z } from 'zod';
import type { Word } from '../shared/words.ts';
import { type MatterDocumentKind, matterDocumentWords } from './documents.ts';

/** Kinds of matters. */
export const matterKinds = ['preservation', 'enforceable-debt', 'declaration', 'power-of-attorney', 'copy'] as const;
/** Kind of a matter. */
export const MatterKind = z.enum(matterKinds);
export type MatterKind = z.infer<typeof MatterKind>;

/** A question of a kind's form. */
export interface MatterField {
  name: string;
  label: Word;
  /** `long`: several lines; `cents`: an amount of CNY in whole cents. */
  input: 'text' | 'long' | 'cents' | 'date';
  isRequired: boolean;
  help?: Word;
}

/** A file that a kind requires or accepts. */
export interface MatterMaterialKind {
  code: string;
  label: Word;
  isRequired: boolean;
}

/** Everything specific to one kind of matter, as data: form, materials, fee, and the parties' tasks. */
export interface MatterKindFacts {
  name: Word;
  /** Purpose of the kind, for people who choose one. */
  about: Word;
  fields: readonly MatterField[];
  materials: readonly MatterMaterialKind[];
  /** The fee in units of the service `notarization`. */
  feeUnits: number;
  /** Whether at least one attestation is required. */
  needsEvidence: boolean;
  /** In addition to the applicant. */
  needsCounterparty: boolean;
  /**
   * Whether an agent may apply. Wills, declarations, powers of attorney and other personal matters require an
   * application in person (《公证程序规则》第十一条).
   */
  mayHaveAgent: boolean;
  /** Whether the notary may issue it without a session. */
  mayOmitSession: boolean;
  /** The document that is drawn and signed in the matter, and that the deed certifies; null if there is none. */
  instrument: { title: Word; isSignedByAll: boolean } | null;
  /** Notices that the parties confirm, in the words of the notice document. */
  notices: readonly Word[];
  /** The notary's initial questions for the transcript. */
  questions: readonly Word[];
}

const materials = {
  identity: { code: 'identity', label: ['身份证件', 'Identity document'], isRequired: true },
  company: {
    code: 'company',
    label: ['营业执照及法定代表人证明', 'Business licence and proof of representative'],
    isRequired: false,
  },
  other: { code: 'other', label: ['其他材料', 'Other materials'], isRequired: false },
} as const satisfies Record<string, MatterMaterialKind>;

const commonNotices: readonly Word[] = [
  [
    '当事人应当如实陈述，提供真实、合法、充分的证明材料；虚构、隐瞒事实或者提供虚假材料的，承担相应法律责任。',
    'You must state the facts truthfully and provide genuine, lawful and sufficient documents. You are liable for false statements or documents.',
  ],
  [
    '公证事项不真实、不合法，或者当事人之间对该事项有争议的，公证机构不予办理。',
    'The office rejects a matter that is untrue or unlawful, or about which the parties disagree.',
  ],
  [
    '当事人可以在出证前撤回申请；认为公证书有错误的，可以自收到之日起一年内申请复查。',
    'You may withdraw before the deed is issued, and may request a review within one year of receiving a deed that contains an error.',
  ],
];

const commonQuestions: readonly Word[] = [
  ['请说明您的姓名、身份证件号码和联系方式。', 'State your name, identity number and contact details.'],
  ['您申请办理什么公证事项？用于何处？', 'What do you apply for, and where will it be used?'],
  ['您提供的材料是否真实、合法？', 'Are the documents you provided genuine and lawful?'],
  [
    '您是否清楚所告知的法律意义和后果？是否自愿申请？',
    'Do you understand the legal meaning and consequences, and do you apply of your own free will?',
  ],
];

/** The kinds of matters. */
export const matterKindFacts: Record<MatterKind, MatterKindFacts> = {
  preservation: {
    name: ['保全证据公证', 'Preservation of evidence'],
    about: ['对已存证的网页、文件出具保全证据公证书', 'A deed about web pages or files that were preserved here'],
    fields: [
      { name: 'facts', label: ['需证明的事实', 'Facts to be proven'], input: 'long', isRequired: true },
      { name: 'infringer', label: ['涉嫌侵权人', 'Alleged infringer'], input: 'text', isRequired: false },
    ],
    materials: [
      materials.identity,
      materials.company,
      { code: 'rights', label: ['权利证明', 'Proof of rights'], isRequired: false },
      materials.other,
    ],
    feeUnits: 1,
    needsEvidence: true,
    needsCounterparty: false,
    mayHaveAgent: true,
    mayOmitSession: true,
    instrument: null,
    notices: commonNotices,
    questions: [
      ...commonQuestions,
      ['所列存证由何人、以何种方式取得？', 'Who obtained the listed attestations, and how?'],
    ],
  },
  'enforceable-debt': {
    name: ['赋予债权文书强制执行效力公证', 'Enforceable debt document'],
    about: [
      '债务人不履行时，债权人可以直接申请强制执行',
      'The creditor can apply for enforcement without a lawsuit if the debtor defaults',
    ],
    fields: [
      {
        name: 'contract',
        label: ['债权文书名称及编号', 'Title and number of the debt document'],
        input: 'text',
        isRequired: true,
      },
      { name: 'principal', label: ['债权本金', 'Principal'], input: 'cents', isRequired: true },
      { name: 'interest', label: ['利息和违约责任', 'Interest and default terms'], input: 'long', isRequired: true },
      { name: 'due', label: ['履行期限', 'Due date'], input: 'date', isRequired: true },
      { name: 'repayment', label: ['还款方式', 'Repayment method'], input: 'text', isRequired: false },
      {
        name: 'verification',
        label: ['核实债务履行情况的方式', 'How default is verified'],
        input: 'text',
        isRequired: true,
        help: [
          '如：公证机构以短信向债务人核实，五日内未答复视为无异议',
          'For example: the office asks the debtor by text message; no answer within five days counts as no objection',
        ],
      },
    ],
    materials: [
      materials.identity,
      materials.company,
      { code: 'contract', label: ['债权文书', 'Debt document'], isRequired: true },
      materials.other,
    ],
    feeUnits: 2,
    needsEvidence: false,
    needsCounterparty: true,
    mayHaveAgent: true,
    mayOmitSession: false,
    instrument: {
      title: ['债务履行及强制执行承诺书', 'Debt document with consent to enforcement'],
      isSignedByAll: true,
    },
    notices: [
      ...commonNotices,
      [
        '债务人承诺：不履行或者不适当履行义务时，自愿接受人民法院强制执行，并放弃诉权和抗辩。',
        'The debtor undertakes to accept enforcement by the court without a lawsuit if they do not perform, or perform improperly.',
      ],
    ],
    questions: [
      ...commonQuestions,
      ['债权债务关系是否明确？金额、期限有无争议？', 'Is the debt clear, and are amount and due date undisputed?'],
      ['债务人是否愿意接受强制执行？', 'Does the debtor accept enforcement?'],
    ],
  },
  declaration: {
    name: ['声明公证', 'Declaration'],
    about: ['证明声明由本人签署且出于自愿', 'Proves that the person signed a declaration of their own free will'],
    fields: [{ name: 'text', label: ['声明内容', 'Text of the declaration'], input: 'long', isRequired: true }],
    materials: [materials.identity, materials.other],
    feeUnits: 1,
    needsEvidence: false,
    needsCounterparty: false,
    mayHaveAgent: false,
    mayOmitSession: true,
    instrument: { title: ['声明书', 'Declaration'], isSignedByAll: false },
    notices: commonNotices,
    questions: [...commonQuestions, ['声明书的内容是否为您的真实意思？', 'Does the declaration say what you mean?']],
  },
  'power-of-attorney': {
    name: ['委托公证', 'Power of attorney'],
    about: ['证明委托书由委托人签署', 'Proves that the principal signed a power of attorney'],
    fields: [
      {
        name: 'attorney',
        label: ['受托人姓名及证件号码', 'Name and identity number of the attorney'],
        input: 'text',
        isRequired: true,
      },
      { name: 'powers', label: ['委托事项和权限', 'Tasks and powers'], input: 'long', isRequired: true },
      { name: 'until', label: ['委托期限', 'Valid until'], input: 'date', isRequired: true },
      {
        name: 'delegation',
        label: ['转委托', 'Delegation'],
        input: 'text',
        isRequired: false,
        help: ['如：受托人不得转委托', 'For example: the attorney may not delegate'],
      },
    ],
    materials: [materials.identity, materials.company, materials.other],
    feeUnits: 1,
    needsEvidence: false,
    needsCounterparty: false,
    mayHaveAgent: false,
    mayOmitSession: true,
    instrument: { title: ['委托书', 'Power of attorney'], isSignedByAll: false },
    notices: commonNotices,
    questions: [...commonQuestions, ['受托人能否转委托？', 'May the attorney delegate?']],
  },
  copy: {
    name: ['复印件与原件相符公证', 'Copy conforms to original'],
    about: ['证明复印件与出示的原件一致', 'Proves that a copy conforms to the original shown'],
    fields: [{ name: 'original', label: ['原件名称', 'Name of the original'], input: 'text', isRequired: true }],
    materials: [materials.identity, { code: 'copy', label: ['复印件', 'Copy'], isRequired: true }, materials.other],
    feeUnits: 1,
    needsEvidence: false,
    needsCounterparty: false,
    mayHaveAgent: true,
    mayOmitSession: true,
    instrument: null,
    notices: commonNotices,
    questions: commonQuestions,
  },
};

/** The name of a document of a matter: an instrument has the title that its kind gives it, such as 委托书. */
export const matterDocumentTitle = (document: MatterDocumentKind, kind: MatterKind): Word =>
  (document === 'instrument' && matterKindFacts[kind].instrument?.title) || matterDocumentWords[document];
