import { matterKindFacts } from '@proofkeep/contract';
import { formatYuan } from '../../../kit/yuan.ts';
import type { Composed } from './composed.ts';
import { chineseDay } from './draw.ts';

/** Values for the placeholders of a template for one matter (contract: `gapsOf`). */
export function templateValues(matter: Omit<Composed, 'questions' | 'wording'>): Record<string, string> {
  const { content, parties, evidence } = matter;
  const { name, fields } = matterKindFacts[content.kind];
  const applicant = parties.find(({ role }) => role === 'applicant');
  const answers = fields.map((field) => {
    const answer = content.form[field.name] ?? '';
    return [field.name, field.input === 'cents' && answer ? formatYuan(Number(answer)) : answer] as const;
  });
  return {
    ...Object.fromEntries(answers),
    no: matter.no,
    matter: name[0],
    purpose: content.purpose,
    applicant: applicant?.name ?? '',
    applicantId: applicant?.idNumber ?? '',
    parties: parties.map((party) => party.name).join('、'),
    office: matter.officeName,
    notary: matter.notaryName,
    date: chineseDay(matter.drawnAt),
    evidence: evidence.map(({ ano }) => ano).join('、'),
  };
}
