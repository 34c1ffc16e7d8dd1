import type { CodePurpose, Language } from '@proofkeep/contract';

export type Template =
  | `code-${CodePurpose}`
  | 'no-account'
  | 'no-matter'
  | 'party-link'
  | 'party-repeat'
  | 'party-sign'
  | 'party-sign-again'
  | 'matter-issued'
  | 'matter-ended'
  | 'phone-changed'
  | 'invited'
  | 'session-booked'
  | 'session-released'
  | 'session-soon'
  | 'member-created'
  | 'notice'
  | 'notices';

/** The sentences of text messages, with `{placeholders}`. */
export const bodies: Record<Template, Record<Language, string>> = {
  'code-register': {
    zh: '【存真】您的注册验证码是 {code}，{minutes} 分钟内有效，请勿告知他人。',
    en: '[Proofkeep] Your registration code is {code}. Valid for {minutes} minutes. Do not share it.',
  },
  'code-login': {
    zh: '【存真】您的登录验证码是 {code}，{minutes} 分钟内有效，请勿告知他人。',
    en: '[Proofkeep] Your sign-in code is {code}. Valid for {minutes} minutes. Do not share it.',
  },
  'code-reset': {
    zh: '【存真】您正在重置密码，验证码是 {code}，{minutes} 分钟内有效。如非本人操作，请忽略。',
    en: '[Proofkeep] Your code for a new password is {code}, valid for {minutes} minutes. If you did not request it, ignore this message.',
  },
  'code-bind': {
    zh: '【存真】您正在绑定手机号，验证码是 {code}，{minutes} 分钟内有效。如非本人操作，请忽略。',
    en: '[Proofkeep] Your code to bind this phone is {code}, valid for {minutes} minutes. If you did not request it, ignore this message.',
  },
  'code-member': {
    zh: '【存真】您的单位正在设置您的子账号，验证码是 {code}，{minutes} 分钟内有效。请仅告知您所在单位的管理员。',
    en: '[Proofkeep] Your sub-account is being set up. Your code is {code}, valid for {minutes} minutes. Share it only with the administrator of that account.',
  },
  notice: { zh: '【存真】{text}', en: '[Proofkeep] {text}' },
  notices: {
    zh: '【存真】您有 {count} 条新消息，最新一条：{text}',
    en: '[Proofkeep] You have {count} new messages. Latest: {text}',
  },
  'code-confirm': {
    zh: '【存真】您正在修改登录安全设置，验证码是 {code}，{minutes} 分钟内有效。如非本人操作，请立即修改密码。',
    en: '[Proofkeep] Your code to change your sign-in settings is {code}, valid for {minutes} minutes. If you did not request it, change your password.',
  },
  'code-recovery': {
    zh: '【存真】有人正在申请移除您账号的两步验证，验证码是 {code}，{minutes} 分钟内有效。如非本人操作，请勿告知任何人，并立即修改密码。',
    en: '[Proofkeep] Someone asked to remove two-step verification from your account. The code is {code}, valid for {minutes} minutes. If this was not you, do not share it and change your password.',
  },
  'code-sign': {
    zh: '【存真】您正在签署公证事项 {matter} 的 {count} 份文书，验证码是 {code}，{minutes} 分钟内有效。如非本人操作，请勿告知他人。',
    en: '[Proofkeep] You are signing {count} document(s) of notarization matter {matter}. Your code is {code}, valid for {minutes} minutes. If this was not you, do not share it.',
  },
  'code-party': {
    zh: '【存真】您正在登录公证事项的手机办理页面，验证码是 {code}，{minutes} 分钟内有效，请勿告知他人。',
    en: '[Proofkeep] Your code to take part in a notarization on the phone is {code}. Valid for {minutes} minutes. Do not share it.',
  },
  'no-matter': {
    zh: '【存真】您（或他人）请求了公证办理的验证码，但该手机号不是此链接中公证事项的当事人，或事项已办结。如有疑问，请联系发送链接的人。',
    en: '[Proofkeep] A notarization code was requested for this phone number, which is no party of the linked matter, or the matter has ended. If in doubt, ask the sender of the link.',
  },
  'party-link': {
    zh: '【存真】{applicant} 请您在手机上办理公证事项 {matter}：{link} 。请用本手机号和验证码登录。如不认识对方，可不予理会。',
    en: '[Proofkeep] {applicant} asks you to take part in notarization matter {matter}: {link} . Sign in with this phone and a code. If you do not know them, ignore this message.',
  },
  'party-repeat': {
    zh: '【存真】公证事项 {matter} 需要您重新完成身份核验的一个步骤，请在手机上办理：{link} 。请用本手机号和验证码登录。',
    en: '[Proofkeep] Notarization matter {matter} needs you to repeat an identity step on your phone: {link} . Sign in with this phone and a code.',
  },
  'party-sign': {
    zh: '【存真】公证事项 {matter} 的文书已备好，请在手机上阅读并签署：{link} 。请用本手机号和验证码登录。',
    en: '[Proofkeep] The documents of notarization matter {matter} are ready. Read and sign them on your phone: {link} . Sign in with this phone and a code.',
  },
  'party-sign-again': {
    zh: '【存真】公证事项 {matter} 的文书已更换，此前的签名不再有效。请在手机上阅读并签署新的文书：{link} 。请用本手机号和验证码登录。',
    en: '[Proofkeep] The documents of notarization matter {matter} were replaced, and earlier signatures no longer count. Read and sign the new ones on your phone: {link} . Sign in with this phone and a code.',
  },
  'matter-issued': {
    zh: '【存真】您参与的公证事项 {matter} 已出具公证书，可在此核验：{link} 。',
    en: '[Proofkeep] The deed of notarization matter {matter}, in which you took part, was issued. Verify it here: {link} .',
  },
  'matter-ended': {
    zh: '【存真】您参与的公证事项 {matter} 已终止，没有出具公证书，您无需再办理。如有疑问请联系 {office}，电话 {phone}。',
    en: '[Proofkeep] Notarization matter {matter}, in which you took part, has ended without a deed. You need to do nothing more. Questions: {office}, {phone}.',
  },
  'phone-changed': {
    zh: '【存真】您账号的手机号已更换为 {phone}，此号码不再用于登录。如非本人操作，请立即联系我们。',
    en: "[Proofkeep] Your account's phone number is now {phone}; this number can no longer sign in. If this wasn't you, contact us now.",
  },
  'session-booked': {
    zh: '【存真】您参与的公证事项 {matter} 约定于 {time}（北京时间）面谈：{place} 。此前约定的时间不再有效。如需改期请联系 {office}，电话 {phone}。',
    en: '[Proofkeep] The session of notarization matter {matter} is booked for {time} (Beijing time): {place} . It replaces any earlier time. To change it, call {office}, {phone}.',
  },
  'session-released': {
    zh: '【存真】您参与的公证事项 {matter} 原定于 {time}（北京时间）的面谈已取消，请勿按原时间前往或进入。如有疑问请联系 {office}，电话 {phone}。',
    en: '[Proofkeep] The session of notarization matter {matter} at {time} (Beijing time) was cancelled. Please do not come or join then. Questions: {office}, {phone}.',
  },
  'session-soon': {
    zh: '【存真】您参与的公证事项 {matter} 将于 {time}（北京时间）面谈：{place} 。如需改期请联系 {office}，电话 {phone}。',
    en: '[Proofkeep] The session of notarization matter {matter} begins at {time} (Beijing time): {place} . To change it, call {office}, {phone}.',
  },
  invited: {
    zh: '【存真】“{account}”邀请您成为其成员，请在 {days} 天内登录 {site} 答复。如不认识对方，可不予理会。',
    en: '[Proofkeep] “{account}” invites you to become a member. Sign in at {site} to reply within {days} days. If you do not know them, ignore this message.',
  },
  'member-created': {
    zh: '【存真】“{account}”已为您创建子账号，登录名 {loginName}。请打开 {site}，用本手机号和验证码登录。',
    en: '[Proofkeep] “{account}” created a sub-account for you. Your login name is {loginName}. Sign in at {site} with this phone and a code.',
  },
  'no-account': {
    zh: '【存真】您（或他人）请求了验证码，但该手机号尚未注册。如需使用，请先注册。',
    en: '[Proofkeep] A code was requested for this phone number, which has no account. Register to create one.',
  },
};

export const templates = Object.keys(bodies) as Template[];
