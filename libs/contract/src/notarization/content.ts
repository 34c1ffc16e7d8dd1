import { z } from 'zod';
import { CreditCode, IdNumber } from '../certification/id-numbers.ts';
import { Phone } from '../identity/credentials.ts';
import { type FieldError, fieldError, fieldErrors } from '../shared/input-sentences.ts';
import type { Language } from '../shared/language.ts';
import { companyNameLength, matterAddressLength, matterPurposeLength, personNameLength } from '../shared/limits.ts';
import { count } from '../shared/lists.ts';
import { nameOf } from '../shared/names.ts';
import type { inputWords, Word } from '../shared/words.ts';
import { MatterKind, matterKindFacts } from './kinds.ts';

/**
 * Maximum numbers of parties, attestations and materials of a matter and of copies of its deed, and maximum length of
 * an answer.
 */
export const matterLimits = {
  parties: 8,
  evidence: 100,
  materials: 30,
  copies: 20,
  answer: 5_000,
  questions: 60,
} as const;

/** Roles of the people in a matter. An agent acts for the applicant with authorization. */
export const matterPartyRoles = ['applicant', 'counterparty', 'agent'] as const;
/** Role of a person in a matter. */
export const MatterPartyRole = z.enum(matterPartyRoles);
export type MatterPartyRole = z.infer<typeof MatterPartyRole>;

/** Words for the roles of people in a matter. */
export const matterPartyRoleWords: Record<MatterPartyRole, Word> = {
  applicant: ['申请人', 'Applicant'],
  counterparty: ['对方当事人', 'Counterparty'],
  agent: ['代理人', 'Agent'],
};

/** Id of an upload, in lower case: comparisons and owner checks see one spelling. */
const FileId = z.uuid().toLowerCase().toLowerCase();
const PersonName = nameOf(personNameLength);

const Natural = z.strictObject({
  kind: z.literal('person'),
  role: MatterPartyRole,
  name: PersonName,
  idNumber: IdNumber,
  /** Signing codes are sent to this number. */
  phone: Phone,
  /** Document that authorizes an agent; only agents have one. */
  authority: FileId.optional(),
});
const Company = z.strictObject({
  kind: z.literal('company'),
  role: MatterPartyRole,
  name: nameOf(companyNameLength),
  idNumber: CreditCode,
  /** The person who acts and signs for the company. */
  representative: z.strictObject({ name: PersonName, idNumber: IdNumber }),
  /** Phone of the representative. */
  phone: Phone,
  /** Proof that the representative may act, if they are not the legal representative. */
  authority: FileId.optional(),
});
/** A person or company of a matter as entered by the applicant. */
export const MatterPartyInput = z.discriminatedUnion('kind', [Natural, Company]);
export type MatterPartyInput = z.infer<typeof MatterPartyInput>;

/**
 * A party that may be incomplete. The field of its file has the same name as in a complete party, so the owner of the
 * file is checked from the first draft on.
 */
const PartyDraft = z
  .looseObject({ authority: FileId.optional() })
  .refine((party) => Object.keys(party).every((name) => name.length <= 40), { params: { says: 'wrong' } });

/** Identity number of the person who acts and signs for a party. */
const actingNumber = (party: MatterPartyInput): string =>
  party.kind === 'company' ? party.representative.idNumber : party.idNumber;

const Answer = z.string().trim().max(matterLimits.answer);

/** An application before it is checked for completeness: every part may be missing. */
export const MatterDraft = z.strictObject({
  kind: MatterKind,
  officeId: z.uuid().toLowerCase().nullable().default(null),
  /** Null if the office assigns one. */
  notaryId: z.uuid().toLowerCase().nullable().default(null),
  /** Where the deed will be used. */
  purpose: z.string().trim().max(matterPurposeLength.max).default(''),
  /** Answers by field name. */
  form: z.record(z.string().max(40), Answer).default({}),
  parties: z.array(PartyDraft).max(matterLimits.parties).default([]),
  /** Numbers of attestations. */
  evidence: z.array(z.string().max(40)).max(matterLimits.evidence).default([]),
  materials: z
    .array(z.strictObject({ code: z.string().max(40), fileId: FileId }))
    .max(matterLimits.materials)
    .refine((files) => new Set(files.map(({ fileId }) => fileId)).size === files.length, {
      params: { says: 'each once' },
    })
    .default([]),
  copies: count.min(1).max(matterLimits.copies).default(1),
  delivery: z
    .strictObject({
      way: z.enum(['download', 'post']),
      address: z.string().trim().max(matterAddressLength.max).default(''),
    })
    .default({ way: 'download', address: '' }),
  /** Whether a video session is wanted; a kind may require one anyway. */
  wantsVideo: z.boolean(),
});
export type MatterDraft = z.infer<typeof MatterDraft>;

/** Fields of a complete application, checked individually. */
const CompleteFields = MatterDraft.extend({
  officeId: z.uuid().toLowerCase(),
  purpose: z.string().trim().min(matterPurposeLength.min).max(matterPurposeLength.max),
  parties: z.array(MatterPartyInput).min(1).max(matterLimits.parties),
});

/** A rule that a field breaks in combination with other fields. */
interface Problem {
  path: (string | number)[];
  says: keyof typeof inputWords;
}

/**
 * Rules of the kind, and rules between fields. Fields that are missing or invalid by themselves are left to their own
 * rules.
 */
function problemsBetween(content: MatterDraft): Problem[] {
  return [...problemsOfKind(content), ...problemsOfParties(content)];
}

function problemsOfKind({ kind, form, materials, evidence, delivery }: MatterDraft): Problem[] {
  const found: Problem[] = [];
  const wrong = (path: Problem['path'], says: Problem['says']) => found.push({ path, says });
  const facts = matterKindFacts[kind];
  for (const { name, isRequired, input } of facts.fields) {
    const answer = form[name] ?? '';
    if (isRequired && answer === '') wrong(['form', name], 'missing');
    if (input === 'cents' && !/^\d{0,13}$/.test(answer)) wrong(['form', name], 'digits');
    if (input === 'date' && answer !== '' && !z.iso.date().safeParse(answer).success) wrong(['form', name], 'date');
  }
  for (const name of Object.keys(form))
    if (!facts.fields.some((field) => field.name === name)) wrong(['form', name], 'unknown-field');
  for (const { code, isRequired } of facts.materials)
    if (isRequired && !materials.some((material) => material.code === code)) wrong(['materials', code], 'missing');
  for (const [at, { code }] of materials.entries())
    if (!facts.materials.some((material) => material.code === code)) wrong(['materials', at, 'code'], 'wrong');
  if (facts.needsEvidence && evidence.length === 0) wrong(['evidence'], 'missing');
  if (new Set(evidence).size !== evidence.length) wrong(['evidence'], 'each once');
  if (delivery.way === 'post' && delivery.address.length < matterAddressLength.min)
    wrong(['delivery', 'address'], 'missing');
  return found;
}

function problemsOfParties({ kind, parties: entered }: MatterDraft): Problem[] {
  const found: Problem[] = [];
  const wrong = (path: Problem['path'], says: Problem['says']) => found.push({ path, says });
  const { needsCounterparty, mayHaveAgent } = matterKindFacts[kind];
  const roles = entered.map(({ role }) => role);
  if (roles.filter((role) => role === 'applicant').length !== 1) wrong(['parties'], 'oneApplicant');
  if (needsCounterparty && !roles.includes('counterparty')) wrong(['parties'], 'counterparty');
  const parties = entered.map((party) => MatterPartyInput.safeParse(party).data);
  const firstWith = (has: (one: MatterPartyInput) => boolean) => parties.findIndex((one) => one && has(one));
  for (const [at, party] of parties.entries()) {
    if (roles[at] === 'agent' && !mayHaveAgent) wrong(['parties', at, 'role'], 'noAgent');
    if (roles[at] === 'agent' && !entered[at]?.authority) wrong(['parties', at, 'authority'], 'missing');
    if (!party) continue;
    if (firstWith(({ idNumber }) => idNumber === party.idNumber) !== at)
      wrong(['parties', at, 'idNumber'], 'each once');
    // A signing code proves who has the phone: a shared phone would prove two people at once.
    if (firstWith(({ phone }) => phone === party.phone) !== at) wrong(['parties', at, 'phone'], 'each once');
    const isOther = (one: MatterPartyInput) => (one.role === 'counterparty') !== (party.role === 'counterparty');
    if (parties.slice(0, at).some((one) => one && isOther(one) && actingNumber(one) === actingNumber(party)))
      wrong(['parties', at, ...(party.kind === 'company' ? ['representative'] : []), 'idNumber'], 'bothSides');
  }
  return found;
}

/** A complete application. */
export const MatterContent = CompleteFields.superRefine((content, context) => {
  for (const { path, says } of problemsBetween(content)) context.addIssue({ code: 'custom', path, params: { says } });
});
export type MatterContent = z.infer<typeof MatterContent>;

/** Everything that is missing or invalid in an application, in the user's language: one sentence per field. */
export function matterProblems(draft: MatterDraft, language: Language): FieldError[] {
  const { error } = CompleteFields.safeParse(draft);
  const between = problemsBetween(draft).map(({ path, says }) => fieldError(path.join('.'), says, language));
  const found = [...(error ? fieldErrors(error, draft, language) : []), ...between];
  return found.filter(({ field }, at) => found.findIndex((one) => one.field === field) === at);
}
