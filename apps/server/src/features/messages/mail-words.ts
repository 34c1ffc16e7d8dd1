import { type Language, type Message, sentenceIn } from '@proofkeep/contract';
import type { Mail } from '../../providers/mail.ts';

type Words = Record<Language, string>;

const several: Words = { zh: '您有 {count} 条新消息', en: 'You have {count} new messages' };
const foot: Words = {
  zh: '您收到这封邮件，是因为您在存真设置了邮件通知。更改设置：{settings}',
  en: 'You’re receiving this email because you turned on email notifications in Proofkeep. Change settings: {settings}',
};
const codeSubject: Words = { zh: '邮箱验证码：{code}', en: 'Your email code: {code}' };
const codeBody: Words = {
  zh: '您正在存真设置通知邮箱，验证码是 {code}，{minutes} 分钟内有效。如非本人操作，请忽略。',
  en: "You are setting your notification email for Proofkeep. The code is {code}. Valid for {minutes} minutes. If this wasn't you, ignore this email.",
};
const movedSubject: Words = { zh: '通知邮箱已更改', en: 'Your notification email was changed' };
const movedBody: Words = {
  zh: '您在存真的通知邮箱已改为其他地址，本邮箱不再收到通知。如非本人操作，请立即登录并修改密码：{site}',
  en: "Your Proofkeep notifications now go to another address and no longer to this one. If this wasn't you, sign in and change your password now: {site}",
};
const signature: Words = { zh: '【存真】', en: '[Proofkeep] ' };

const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_gap, name: string) => String(values[name] ?? ''));

interface MessageLine {
  message: Message;
  link: string | null;
}

/** One line without control characters: a hostile page's title may contain any, and a subject is a mail header. */
export const lineOf = (message: Message, language: Language): string =>
  sentenceIn(message, language).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

export function noticeMail(
  messages: readonly MessageLine[],
  language: Language,
  publicUrl: string,
): Omit<Mail, 'address'> {
  const lines = messages.map(({ message, link }) =>
    [lineOf(message, language), ...(link ? [`${publicUrl}${link}`] : [])].join('\n'),
  );
  const [first] = messages;
  const subject =
    messages.length === 1 && first
      ? lineOf(first.message, language)
      : fill(several[language], { count: messages.length });
  const settings = `${publicUrl}/accountSetting/notifications`;
  return {
    subject: `${signature[language]}${subject}`,
    body: [...lines, fill(foot[language], { settings })].join('\n\n'),
  };
}

export const codeMail = (code: string, minutes: number, language: Language): Omit<Mail, 'address'> => ({
  subject: `${signature[language]}${fill(codeSubject[language], { code })}`,
  body: fill(codeBody[language], { code, minutes }),
});

/** Mail that notifies the old address of the change. */
export const movedMail = (language: Language, publicUrl: string): Omit<Mail, 'address'> => ({
  subject: `${signature[language]}${movedSubject[language]}`,
  body: fill(movedBody[language], { site: publicUrl }),
});
