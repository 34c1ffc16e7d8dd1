import type { Language } from '@proofkeep/contract';
import type { Mail } from '../../providers/mail.ts';

const subject: Record<Language, string> = {
  zh: '【存真】关于您反馈的问题',
  en: '[Proofkeep] About the problem you reported',
};
const yourReport: Record<Language, string> = { zh: '您反馈的问题：', en: 'Your report:' };
const foot: Record<Language, string> = {
  zh: '您收到这封邮件，是因为有人在存真反馈问题时填写了此邮箱。此邮件无法回复；如问题仍未解决，请在网站上再次反馈。',
  en: 'You’re receiving this email because this address was given when a problem was reported to Proofkeep. Replies are not read. If the problem remains, report it again on the site.',
};

/** Mail to a reporter who was not signed in. */
export const answerMail = (o: { report: string; answer: string; language: Language }): Omit<Mail, 'address'> => ({
  subject: subject[o.language],
  body: [o.answer, `${yourReport[o.language]}\n${o.report.replace(/^/gm, '> ')}`, foot[o.language]].join('\n\n'),
});
