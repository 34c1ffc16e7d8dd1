import type { Word } from '../shared/words.ts';
import type { Applicant, Certification, Operator } from './submitter.ts';

/** One fact about who submitted an attestation, as shown on certificate, site and command line. */
export interface SubmitterFact {
  label: Word;
  /** A name or number as sealed; null if the marks say everything. */
  value: string | null;
  /** `uncertified` must be clearly visible beside the name. */
  mark: keyof typeof markWords | null;
  notes: readonly Word[];
}

/** Words for the marks of a submitter's details. */
export const markWords = {
  company: ['企业认证', 'Certified company'],
  person: ['实名认证', 'Certified person'],
  uncertified: ['未认证', 'Not certified'],
  none: ['无', 'None'],
} as const satisfies Record<string, Word>;

/** Applicant, their number, account and operator, in this order. */
export const submitterFacts = ({
  applicant,
  operator,
}: {
  applicant: Applicant | null;
  operator: Operator;
}): SubmitterFact[] => [...(applicant ? applicantFacts(applicant) : [noApplicant]), operatorFact(operator)];

const applicantLabel: Word = ['申请人', 'Applicant'];

const noApplicant: SubmitterFact = {
  label: applicantLabel,
  value: null,
  mark: 'none',
  notes: [['通过命令行取证，没有账号', 'Captured from the command line, without an account']],
};

function applicantFacts({ account, certification, asOf }: Applicant): SubmitterFact[] {
  const named: SubmitterFact = {
    label: ['账号', 'Account'],
    value: account,
    mark: certification ? null : 'uncertified',
    notes: [['账号名称由持有人自定，未经核实', 'Account name chosen by the holder, not verified']],
  };
  return [...(certification ? certifiedFacts(certification, asOf) : [uncertified(asOf)]), named];
}

const uncertified = (asOf: string): SubmitterFact => ({
  label: applicantLabel,
  value: null,
  mark: 'uncertified',
  notes: [
    [
      `截至提交时 ${legalTime(asOf)}，该账号未通过企业认证或个人实名认证，申请人身份未经核实`,
      `At submission (${legalTime(asOf)}), this account had no company or personal certification. The applicant's identity was not verified.`,
    ],
  ],
});

function certifiedFacts({ kind, name, number, by, at }: Certification, asOf: string): SubmitterFact[] {
  const isCompany = kind === 'enterprise';
  const [zhBy, enBy] = certifierWords[by];
  return [
    {
      label: applicantLabel,
      value: name,
      mark: isCompany ? 'company' : 'person',
      notes: [
        [
          `${legalDay(at)} ${zhBy}，于提交时 ${legalTime(asOf)} 有效`,
          `${enBy} on ${legalDay(at)}; in force on submission, ${legalTime(asOf)}`,
        ],
      ],
    },
    {
      label: isCompany ? ['统一社会信用代码', 'Credit ID'] : ['身份证号', 'ID number'],
      value: number,
      mark: null,
      notes: [],
    },
  ];
}

const certifierWords: Record<Certification['by'], Word> = {
  review: ['经平台审核认证', 'Reviewed and certified by the platform'],
  alipay: ['经支付宝身份验证', 'Identity verified by Alipay'],
};

function operatorFact({ role, name, isCertified, actingAs }: Operator): SubmitterFact {
  const notes: Word[] = [roleNotes[role]];
  if (isCertified) notes.push(['姓名经实名认证，部分隐去', 'Certified name, masked']);
  else if (role !== 'installation') notes.push(['名称由其自定，未经核实', 'Self-chosen name, not verified']);
  if (actingAs !== null) notes.push([`以成员“${actingAs}”的身份操作`, `Acting as the member “${actingAs}”`]);
  return { label: ['操作人', 'Operator'], value: name, mark: isCertified ? 'person' : 'uncertified', notes };
}

const roleNotes: Record<Operator['role'], Word> = {
  holder: ['账号持有人', 'Account holder'],
  member: ['账号成员', 'Account member'],
  installation: ['本安装的运行者，名称由其自行设定', 'The operator of this installation, under a self-chosen name'],
};

/** `2026-11-20 14:03:22 (UTC+8)`: the legal time of the People's Republic of China. */
export const legalTime = (at: string): string => `${inChina(at).slice(0, 19).replace('T', ' ')} (UTC+8)`;
const legalDay = (at: string): string => inChina(at).slice(0, 10);
const inChina = (at: string): string => new Date(Date.parse(at) + 8 * 3_600_000).toISOString();
