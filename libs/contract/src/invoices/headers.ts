import { z } from 'zod';
import { ContactPhone } from '../addresses/contact-phone.ts';
import { call, nil, nothing } from '../call.ts';
import { bankNameLength, invoiceAddressLength, invoiceTitleLength } from '../shared/limits.ts';
import { nameOf } from '../shared/names.ts';
import type { Word } from '../shared/words.ts';
import { TaxNumber } from './tax-numbers.ts';

/** Kinds of invoice headers. */
export const headerKinds = ['personal', 'enterprise'] as const;
/** Kind of an invoice header: of a person or of a company. */
export const HeaderKind = z.enum(headerKinds);
export type HeaderKind = z.infer<typeof HeaderKind>;

/** Words for the kinds of invoice headers. */
export const headerKindWords: Record<HeaderKind, Word> = {
  personal: ['个人', 'Personal'],
  enterprise: ['企业', 'Company'],
};

/** Maximum length of a bank account number as typed. */
export const bankAccountLength = 60;
const bankAccountDigits = /^\d{8,30}$/;
const digitsOf = (text: string): string => text.replace(/[\s-]+/g, '');

/** Bank account number: 8 to 30 digits; spaces and hyphens are removed. */
export const BankAccount = z
  .string()
  .max(bankAccountLength)
  .transform(digitsOf)
  .pipe(z.string().regex(bankAccountDigits, 'bankAccount'));
/** Checks for a `BankAccount` without a schema, for forms. */
export const isBankAccount = (text: string): boolean =>
  text.length <= bankAccountLength && bankAccountDigits.test(digitsOf(text));

/** Empty form fields are absent. */
const orNull = <Field extends z.ZodType<string, string>>(field: Field) =>
  z
    .union([z.literal(''), field])
    .nullish()
    .transform((value) => value || null);

const fields = {
  kind: HeaderKind,
  /** In whose name the invoice is made out. */
  title: nameOf(invoiceTitleLength),
  taxNumber: orNull(TaxNumber),
  bankName: orNull(nameOf(bankNameLength)),
  bankAccount: orNull(BankAccount),
  address: orNull(nameOf(invoiceAddressLength)),
  phone: orNull(ContactPhone),
  isDefault: z.stringbool().or(z.boolean()).default(false),
};

const enterpriseFields = ['taxNumber', 'bankName', 'bankAccount', 'address', 'phone'] as const;
type Written = Pick<z.output<z.ZodObject<typeof fields>>, 'kind' | (typeof enterpriseFields)[number]>;

/** An enterprise has a tax number and related fields; a person has none of them. */
function checkHeader(
  header: Written,
  context: { addIssue(issue: { code: 'custom'; path: string[]; params: { says: string } }): void },
): void {
  const { kind, taxNumber } = header;
  if (kind === 'enterprise' && taxNumber === null)
    context.addIssue({ code: 'custom', path: ['taxNumber'], params: { says: 'missing' } });
  if (kind === 'personal')
    for (const field of enterpriseFields)
      if (header[field] !== null)
        context.addIssue({ code: 'custom', path: [field], params: { says: 'personalHeader' } });
}

/** Billing details of an invoice. */
export const InvoiceHeader = z.strictObject({
  kind: HeaderKind,
  title: z.string(),
  taxNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  bankAccount: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
});
export type InvoiceHeader = z.infer<typeof InvoiceHeader>;

/** An invoice header that the account has saved. */
export const KeptHeader = InvoiceHeader.extend({ id: z.string(), isDefault: z.boolean() });
export type KeptHeader = z.infer<typeof KeptHeader>;

/**
 * A special VAT invoice requires the buyer's name and taxpayer number, which a person doesn't have. Address, phone,
 * bank and account are optional on the fully digitalised invoice, which is issued nationwide since 2024-12-01 (State
 * Taxation Administration, Announcement 11 of 2024).
 */
export const isForSpecial = ({ kind, taxNumber }: InvoiceHeader): boolean =>
  kind === 'enterprise' && taxNumber !== null;

/** Maximum per account. */
export const mostHeaders = 20;

const one = z.strictObject({ id: z.uuid() });
const changing = [{ per: 'login', times: 300, seconds: 3_600 }] as const;

/** Records of the calls about invoice headers. */
export const invoiceHeaderCalls = {
  headers: call({
    method: 'GET',
    path: '/creditor/invoice/header',
    who: 'user',
    needs: 'invoices',
    summary: "Lists the account's billing details, the default first.",
    input: nothing,
    reply: z.strictObject({
      list: z.array(KeptHeader),
      /** Name and number of the certified company if no billing details have its number; null otherwise. */
      certified: z.strictObject({ title: z.string(), taxNumber: z.string() }).nullable(),
    }),
  }),
  addHeader: call({
    method: 'POST',
    path: '/creditor/invoice/header',
    who: 'user',
    needs: 'invoices',
    summary: 'Adds billing details; the first become the default.',
    input: z.strictObject(fields).superRefine(checkHeader),
    reply: KeptHeader,
    refusals: ['HEADERS_FULL'],
    limits: changing,
    audit: 'invoice-header.added',
  }),
  header: call({
    method: 'GET',
    path: '/creditor/invoice/header/info/{id}',
    who: 'user',
    needs: 'invoices',
    summary: 'Returns one set of billing details.',
    input: one,
    reply: KeptHeader,
  }),
  editHeader: call({
    method: 'PUT',
    path: '/creditor/invoice/header/{id}',
    who: 'user',
    needs: 'invoices',
    summary: 'Changes billing details. Existing applications keep the old ones.',
    input: z.strictObject({ ...one.shape, ...fields }).superRefine(checkHeader),
    reply: KeptHeader,
    limits: changing,
    audit: 'invoice-header.edited',
  }),
  deleteHeader: call({
    method: 'DELETE',
    path: '/creditor/invoice/header/{id}',
    who: 'user',
    needs: 'invoices',
    summary: 'Deletes billing details. If they were the default, the newest others become the default.',
    input: one,
    reply: nil,
    audit: 'invoice-header.deleted',
  }),
};
