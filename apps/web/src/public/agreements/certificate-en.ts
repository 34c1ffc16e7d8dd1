import type { Agreement } from './agreement.ts';

export const agreement: Agreement = {
  title: 'Agreement on digital certificates',
  intro:
    'This agreement applies when you sign documents in Proofkeep with a digital certificate. It says who issues certificates and to whom, what signing means, and what you and we answer for. Please read it before you sign.',
  sections: [
    {
      title: 'Certificates and who issues them',
      clauses: [
        'A digital certificate connects a signing key with your identity. The issuer named in the certificate, and in the signature of each signed document, is the one that counts.',
        'Where the issuer is licensed as an electronic certification service, its certification practice statement applies as well. Where the issuer is the one embedded in this service, the signature says so: such a certificate was not issued by an independent certification service.',
        'A certificate that was issued for one act of signing is used only for the documents of that act.',
      ],
    },
    {
      title: 'Application and identity',
      clauses: [
        'By applying you authorise us to give the issuer your name, type and number of your identity document, mobile number and anything else needed to verify your identity, only for issuing and managing the certificate.',
        'Give true and complete information, and complete the identity check and the code yourself. A certificate obtained in another person’s name is void, and the person who obtained it is liable.',
      ],
    },
    {
      title: 'What signing means',
      clauses: [
        'Before you sign you see the whole document and its digest. Your handwriting, the code and the signature are bound to that digest: after any change to the document the signature no longer verifies.',
        'By signing with a certificate you accept the content of the document and agree to be bound by it. Under the Electronic Signature Law of the People’s Republic of China a reliable electronic signature has the same effect as a handwritten signature or a seal.',
        'Where a document is returned and changed, you sign the new version again; signatures on the old version no longer express your intent.',
      ],
    },
    {
      title: 'Keys and codes',
      clauses: [
        'Sign on a device under your own control, don’t share the code, and don’t let anyone sign for you.',
        'Where the key is held by the service, it is used only after you were verified and for the documents you confirmed, and each use is recorded.',
        'If another person may control your number, device or code, stop signing at once and tell us. We suspend the signing concerned and ask for the certificate to be revoked under the rules of its issuer.',
      ],
    },
    {
      title: 'Revocation and validity',
      clauses: [
        'A certificate is revoked where identity information is wrong, the key may be disclosed, you ask for it, or the law provides so. Signatures lawfully made before keep their effect.',
        'After a certificate has expired a signature can still be verified, provided that the certificate was valid when it was made and its timestamp verifies.',
      ],
    },
    {
      title: 'Liability',
      clauses: [
        'An issuer that cannot show that it was without fault is liable, as the law provides, for losses you suffer in civil acts that relied on its certification. We answer for the signing working as described here.',
        'Losses because your information was untrue, device or code were not kept safe, or a known risk was not reported in time are yours to bear.',
      ],
    },
    {
      title: 'Records and the rest',
      clauses: [
        'Information on certification is kept for at least five years after the certificate has ended. Records of signing are kept with the documents signed.',
        'Matters not covered here follow the service agreement and privacy statement. The law of the People’s Republic of China applies; this agreement is made in Chinese, and the English text is for reference.',
      ],
    },
  ],
};
