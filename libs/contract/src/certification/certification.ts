import { z } from 'zod';
import { Phone } from '../identity/credentials.ts';
import { companyNameLength, personNameLength } from '../shared/limits.ts';
import { nameOf } from '../shared/names.ts';
import { Upload } from '../uploads/calls.ts';
import { CreditCode, IdNumber } from './id-numbers.ts';
import { CertificationKind, CertificationState } from './states.ts';

const time = z.iso.datetime();
const FileId = z.uuid();

const PersonName = nameOf(personNameLength);

/** Form for certifying a person's real name. */
export const PersonalForm = z.strictObject({
  name: PersonName,
  idNumber: IdNumber,
  /** Largest file of `cert/img` and `cert/img2`. */
  front: FileId,
  back: FileId,
});
export type PersonalForm = z.infer<typeof PersonalForm>;

/** Form for certifying a company's name. */
export const EnterpriseForm = z.strictObject({
  name: nameOf(companyNameLength),
  creditCode: CreditCode,
  legalRepresentative: PersonName,
  contactName: PersonName,
  contactPhone: Phone,
  /** Largest file of `enterprise/img`. */
  licence: FileId,
  authorisation: FileId,
});
export type EnterpriseForm = z.infer<typeof EnterpriseForm>;

const certificationFields = {
  state: CertificationState,
  /** Reason given by the reviewer who refused or revoked it; null if a provider refused it. */
  reason: z.string().nullable(),
  submittedAt: time.nullable(),
  decidedAt: time.nullable(),
};

const Past = z.strictObject({
  id: z.string(),
  state: CertificationState,
  /** A person's is masked. */
  name: z.string(),
  /** Null for a person, and for members. */
  legalRepresentative: z.string().nullable(),
  /** When it was approved, and when it ended; null while it is valid. */
  from: time,
  until: time.nullable(),
});

/** A certification that was approved and later replaced or revoked. */
export type PastCertification = z.infer<typeof Past>;

const PersonalApplication = z.strictObject({
  ...certificationFields,
  /** The provider of the next submission. */
  provider: z.enum(['development', 'alipay']),
  /** Masked, like the number; null before the form was submitted. */
  name: z.string().nullable(),
  idNumber: z.string().nullable(),
  /** `YYYY-MM-DD`, derived from the number. */
  birthday: z.iso.date().nullable(),
  gender: z.enum(['female', 'male']).nullable(),
  /** The images that were sent, for reuse after a refusal. */
  front: Upload.nullable(),
  back: Upload.nullable(),
  /** URL at which the person continues with the provider; null except in state `started`. */
  goTo: z.url().nullable(),
});

/** Data of a person's application for certification. */
export type PersonalApplication = z.infer<typeof PersonalApplication>;

/** Belongs to the person who signed in, not to the login acted as. */
export const PersonalCertification = PersonalApplication.extend({
  /** The last application to change an approved certification; null if there is none. */
  change: PersonalApplication.nullable(),
  /** All approved certifications, latest first. */
  history: z.array(Past),
});
export type PersonalCertification = z.infer<typeof PersonalCertification>;

const EnterpriseApplication = z.strictObject({
  ...certificationFields,
  /** Last submission; null if there is none, and for members. */
  entered: EnterpriseForm.omit({ licence: true, authorisation: true })
    .extend({ licence: Upload, authorisation: Upload })
    .nullable(),
});

/** Data of a company's application for certification. */
export type EnterpriseApplication = z.infer<typeof EnterpriseApplication>;

/** Certification of a company as shown to its account. */
export const EnterpriseCertification = EnterpriseApplication.extend({
  /** The last application to change an approved certification; null if there is none. */
  change: EnterpriseApplication.nullable(),
  /** All approved certifications, latest first. */
  history: z.array(Past),
});
export type EnterpriseCertification = z.infer<typeof EnterpriseCertification>;

/** State of both certifications of a user. */
export const CertificationStatus = z.strictObject({
  personal: z.strictObject(certificationFields),
  enterprise: EnterpriseCertification,
});

/** One row of the queue. */
export const CertificationSummary = z.strictObject({
  id: z.string(),
  kind: CertificationKind,
  state: CertificationState,
  /** A person's is masked. */
  name: z.string(),
  /** Counted from 1; each submission adds one. */
  attempt: z.int(),
  provider: z.string(),
  submittedAt: time,
  /** An application to change an approved certification. */
  isChange: z.boolean(),
});
export type CertificationSummary = z.infer<typeof CertificationSummary>;

/** Everything that the reviewer has to compare. */
export const CertificationCase = CertificationSummary.extend({
  /** In full, as on the images. */
  name: z.string(),
  number: z.string(),
  birthday: z.iso.date().nullable(),
  gender: z.enum(['female', 'male']).nullable(),
  legalRepresentative: z.string().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  accountId: z.string(),
  accountName: z.string(),
  reason: z.string().nullable(),
  /** Staff member who decided. */
  decidedBy: z.string().nullable(),
  decidedAt: time.nullable(),
  /** The number has reached its maximum of certified logins, so approving is refused. */
  isTaken: z.boolean(),
  /** Number of other logins that are certified with this number. */
  certifiedElsewhere: z.int(),
  /** The approved certification that this one changes; null if it changes none. */
  present: z
    .strictObject({ id: z.string(), name: z.string(), legalRepresentative: z.string().nullable(), decidedAt: time })
    .nullable(),
  images: z.array(Upload),
});
export type CertificationCase = z.infer<typeof CertificationCase>;
