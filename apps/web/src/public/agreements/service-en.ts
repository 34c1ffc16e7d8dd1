import type { Agreement } from './agreement.ts';

export const agreement: Agreement = {
  title: 'Service agreement and privacy statement',
  intro:
    'This agreement is between you and the operator of Proofkeep named on this site (“we”). It sets out our service and its limits, your responsibilities, and how we handle your personal information. Please read it before you register: your consent and the version you consented to are recorded with the account.',
  sections: [
    {
      title: 'The service',
      clauses: [
        'At your instruction Proofkeep opens a web page and preserves what it then receives: screenshot, files of the page, network record and how it was reached. It computes digests, has them timestamped, writes them to an append-only public log and, once you confirm, issues a certificate and an evidence bundle.',
        'You may name, label and annotate attestations, invite members, download certificates and bundles, and have anyone verify them.',
        'As the service grows we may add functions such as notarization and monitoring. Where they cost extra or change rights and duties, you are told before you use them.',
      ],
    },
    {
      title: 'What an attestation is, and is not',
      clauses: [
        'An attestation shows that, at the time on the certificate, from the address on the certificate, in the way stated there, the contents of the bundle were received, and that they have not changed since. Anyone can verify that offline with the bundle.',
        'It does not show that the content of the page is true, lawful or free of infringement, does not mean that we endorse it, and is neither a notarial deed nor an expert or legal opinion.',
        'One address may give different content at another time, from another place or to a signed-in visitor. Where the page you saw and the page that was captured differ, the preview is what counts: check it before you confirm.',
        'Whether evidence is admitted and what it weighs is for the court, arbitral body or authority that hears the case. We give no guarantee of it.',
        'Timestamps are issued by the authority named on the certificate. Where the embedded authority of this service issued them the certificate says so; it is neither the national time service nor an independent authority.',
      ],
    },
    {
      title: 'Your account',
      clauses: [
        'Register with a mobile number of your own, give true information, and keep password, codes and second factor safe. What is done through your account counts as done by you, unless you show that another person did it without any fault of yours.',
        'To register for an organisation you must be authorised to do so. The holder of the main account may add members, set their permissions and disable them, and is responsible for what they do in the account.',
        'If you find that another person uses your account, change the password at once (all other sessions end with it) and tell us.',
      ],
    },
    {
      title: 'What you promise',
      clauses: [
        'You have a legitimate reason to preserve the pages or files you submit, use the results lawfully, and do not use them to infringe privacy, trade secrets, copyright or other rights of others.',
        'You do not use the service to get around technical protection of sites, to attack or probe the systems of others or this service, to collect in bulk what has nothing to do with evidence, or to store or spread unlawful information.',
        'If you break these promises we may refuse or stop what you ask for, or disable the account. Where the law requires a report, we report it to the authority in charge.',
      ],
    },
    {
      title: 'Confirming, keeping and taking home',
      clauses: [
        'After a capture you see a preview. Only when you confirm it is a certificate issued and charged. Where you reject it, do not confirm in time, or the capture fails, the captured files are removed and nothing is charged.',
        'Certified evidence can be neither removed nor changed during its retention period, not by us and not by you. The operator sets the period; the one in force when the certificate is issued applies. By default it is ten years.',
        'During that time you can download the whole bundle whenever you like. It can be verified without this service: keep a copy of your own. Once the period has passed we may remove the files.',
        'The public log holds digests alone, neither content nor your identity; nothing can be restored from a digest. Entries of the log cannot be removed, including the digests that rejected captures have left.',
      ],
    },
    {
      title: 'Fees',
      clauses: [
        'The price is shown before you submit, and that price applies. Captures that failed, were rejected or cancelled cost nothing.',
        'A certificate cannot be called back, so its fee is not refunded. If for a reason of ours evidence cannot be verified, we refund that fee and preserve it again.',
      ],
    },
    {
      title: 'Personal information we collect',
      clauses: [
        'To register and sign in: mobile number, your name or that of your organisation, an irreversible digest of the password, and time, network address and browser of each sign-in. To know you, protect the account and prevent abuse.',
        'For real-name certification, if you choose it: name, identity number, images of the document, name and unified social credit code of the organisation. To verify who you are and to name on the certificate who preserved.',
        'In use: the addresses and files you submit, what is captured, names, remarks and labels, the address book, and a record of what is done in the account. To provide the service and leave a trace of what was done.',
        'To notify you: the ways you chose and your mail address. To tell you what concerns you; you can change it at any time.',
        'We use no analytics or advertising of third parties. Where a browser asks not to be tracked, we do not record what is looked at.',
      ],
    },
    {
      title: 'How we keep, share and protect it',
      clauses: [
        'Identity numbers are encrypted at rest and masked when shown. Images of documents can be seen by you and the reviewer alone, and each look is recorded. Passwords are not kept in a form they could be restored from.',
        'We share your personal information only with your separate consent; with the providers that send text messages and mail, verify identity or take payments, as far as they need it; and where the law or a competent authority requires it.',
        'Certificates and bundles that you download or publish name who preserved. You decide who receives them.',
        'Account information is kept until the account is closed, which deletes names, phone, mail address, password and factors, linked accounts, messages and addresses. A certification is kept encrypted for at least five years after that. What is needed to show how evidence came about, until the retention of that evidence ends; records of what was done, as the law requires. It is stored in the mainland of China unless the operator announces otherwise.',
      ],
    },
    {
      title: 'Your rights over personal information',
      clauses: [
        'In the settings you can see and correct your information, change how you are notified, remove bindings and end other sessions.',
        'Through the contact named on this site you may ask to see, copy, correct, complete, transfer or delete personal information, or withdraw consent; in the settings you can export all your data and close the account yourself. We answer within fifteen working days. Evidence under retention and records the law requires cannot be deleted: we give the reason and do nothing with them but keep them.',
        'The service is not meant for children under fourteen.',
      ],
    },
    {
      title: 'Changes, interruptions and end of the service',
      clauses: [
        'Planned maintenance is announced beforehand. Where networks, other sites or force majeure interrupt the service, we restore it as soon as we can and say truthfully what was affected. Captures that did not finish are not charged.',
        'You may stop using the service at any time and ask to close the account in the settings. It closes after fifteen days, in which you can undo it. Unfinished attestations, notarizations, orders, holds, bank transfers and invoice applications, members, and seats in other accounts have to be settled before; a balance can be refunded first or given up. If we end the service we announce it at least sixty days before; until then you can download every bundle, and you can verify them offline ever after.',
      ],
    },
    {
      title: 'Liability',
      clauses: [
        'We answer for capture, timestamps, log and certificates working as described. For damage caused by our fault we are liable as the law provides.',
        'Damage because what you submitted was unlawful or infringing, because the preview was not checked before it was confirmed, or because the account was not kept safe is yours to bear.',
        'Nothing here excludes or limits liability that the law does not allow to be excluded or limited.',
      ],
    },
    {
      title: 'Law, disputes and changes',
      clauses: [
        'The law of the People’s Republic of China applies. Disputes are first talked over; failing that, either side may go to the people’s court that has jurisdiction.',
        'When we change this agreement we change its version and date and announce it. Where that takes rights from you or adds duties, your consent is asked again. If you do not agree you may close the account; earlier evidence is kept as agreed before.',
        'This agreement is made in Chinese; the English text is for reference. Where they differ, the Chinese text applies.',
      ],
    },
  ],
};
