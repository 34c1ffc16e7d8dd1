// Forms use these limits and load no validator, so this file imports nothing.

/** Maximum length of the name of a person, an account, a second factor or a package. */
export const nameLength = 60;
/** Minimum and maximum length of a certified person's name. */
export const personNameLength = { min: 2, max: 60 } as const;
/** Minimum and maximum length of a certified company's name. */
export const companyNameLength = { min: 2, max: 120 } as const;
/** Characters of an identity number (GB 11643-1999) and of a unified social credit code (GB 32100-2015). */
export const idNumberLength = 18;

/** Maximum length of a user name typed at sign-in. */
export const accountNameLength = 120;
/** Minimum and maximum length of a recovery code as typed, with or without dashes. */
export const recoveryCodeLength = { min: 16, max: 24 } as const;
/** Number of digits that the computer shows and the user types on the phone to sign in with the app. */
export const appSignInDigits = 2;

/** Maximum length of a search for people, members or audit events. */
export const searchLength = 60;
/** Maximum length of a search for orders, payments or invoices. */
export const orderSearchLength = 100;
/** Maximum length of a search for attestations. */
export const attestationSearchLength = 200;

/** Maximum length of an attestation's name. */
export const attestationNameLength = 200;
/** Maximum length of a remark on an attestation and of a reported problem. */
export const remarkLength = 2_000;
/** Maximum length of the reason for discarding a preview. */
export const discardReasonLength = 500;

/** Minimum and maximum length of the reason for a refund, or for rejecting or reversing an invoice. */
export const reasonLength = { min: 4, max: 200 } as const;
/**
 * Maximum number of certified logins of one person: a private and a work phone. More would suggest a sold identity. A
 * company has only one account, so that its evidence and money stay together.
 */
export const certifiedLogins = { personal: 2, enterprise: 1 } as const;
/** Minimum and maximum length of the reason for rejecting or revoking a certification. */
export const certificationReasonLength = { min: 4, max: 300 } as const;
/** Maximum length of the path of the page from which a problem is reported. */
export const reportPageLength = 500;
/** Minimum and maximum length of a free statement: on a recovery, a blocked account or a payment under review. */
export const statementLength = { min: 4, max: 500 } as const;

/** Minimum and maximum length of the purpose of a deed. */
export const matterPurposeLength = { min: 2, max: 200 } as const;
/** Minimum and maximum length of an address to which a deed is posted. */
export const matterAddressLength = { min: 5, max: 300 } as const;
/** Minimum and maximum length of the reason for a decision about a matter, or for withdrawing it. */
export const matterReasonLength = { min: 4, max: 300 } as const;

/** Minimum and maximum length of the title of an invoice header. */
export const invoiceTitleLength = { min: 2, max: 100 } as const;
/** Minimum and maximum length of a bank's name. */
export const bankNameLength = { min: 2, max: 100 } as const;
/** Minimum and maximum length of the address in an invoice header. */
export const invoiceAddressLength = { min: 2, max: 200 } as const;
/** Maximum length of a tax invoice's number and code as typed, including spaces. */
export const invoiceNumberLength = { number: 24, code: 16 } as const;

/** Minimum and maximum length of the payer's name in a bank transfer. */
export const payerNameLength = { min: 2, max: 100 } as const;
/** Maximum length of the note on a bank transfer. */
export const bankTransferNoteLength = 200;
/** Minimum and maximum length of a bank statement's reference as typed, including spaces. */
export const bankReferenceLength = { min: 4, max: 60 } as const;

/** Maximum length of a recipient's name. */
export const recipientLength = 40;
/** Minimum and maximum length of an address below its district. */
export const addressDetailLength = { min: 2, max: 200 } as const;

/** Maximum length of an announcement in each language. */
export const announcementLength = { title: 120, text: 10_000 } as const;
/** Maximum length of a package's code. */
export const packageCodeLength = 40;
/** Maximum length of the note on a price list. */
export const priceNoteLength = 200;
/** Maximum length of a link in the dictionary; all its other fields are shorter. */
export const dictionaryLinkLength = 500;
/** Maximum number of entries in the lists of the dictionary. */
export const dictionaryListLengths = { files: 20, images: 6, offices: 50 } as const;
/** Largest monthly spending limit of a member, in cents. */
export const mostSpendingLimitCents = 100_000_000_00;
/** Maximum number of bundles in one download. */
export const mostBundles = 50;
/** Maximum number of labels of an attestation. */
export const mostLabels = 20;
/** Maximum length of the recipient's name on a check code. */
export const checkCodeLabelLength = 60;
/** Maximum validity of a check code, in days. */
export const mostCheckCodeDays = 365;
/** Maximum number of uses of a check code. */
export const mostCheckCodeUses = 1_000;
/** Maximum number of valid check codes of an attestation. */
export const mostOpenCheckCodes = 50;

/** Minimum and maximum length of a party's reason for declining a matter. */
export const declineReasonLength = { min: 4, max: 300 } as const;
/** Maximum length of a party's answer to a notary's question. */
export const partyAnswerLength = 2_000;
