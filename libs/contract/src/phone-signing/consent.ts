import type { Language } from '../shared/language.ts';
import type { Word } from '../shared/words.ts';

/** Incremented with every change of the words below; the journal records it with their digest. */
export const consentVersion = 2;
/** Since this version, the words state that the matter's bundle contains the strokes of the signature. */
export const consentSharesHandwriting = 2;

/** The text that a party accepts before any of their data is collected. `{office}` is the notary office. */
const consentWords: readonly Word[] = [
  [
    '您将用手机参加公证事项的办理。{office}通过存真收集和保存办理所需的信息。',
    'You will take part in a notarization on your phone. {office} collects and keeps what it needs through Proofkeep.',
  ],
  [
    '收集的内容：身份证正反面照片、姓名、证件号码和有效期限；有您面部和声音的两段录像；您对询问的回答；手写签名的笔迹和时间；手机号、IP 地址、浏览器信息和各步骤的时间。',
    'Collected are: pictures of both sides of your ID card, name, ID number and dates of validity; two videos of your face and voice; your answers; your handwritten signature with its timing; phone number, IP address, browser and the time of each step.',
  ],
  [
    '用途：核验您的身份，确认您了解并自愿办理本事项，并作为公证档案留存。面部和声音属于敏感个人信息，只有办理本事项的公证处可以查看。',
    'Purpose: to establish who you are and that you understand and act freely, and to keep the notarial file. Face and voice are sensitive personal information; only the office that handles this matter can see them.',
  ],
  [
    '照片、录像、回答和证件号码加密保存，保存期限按公证档案的规定执行。',
    'Pictures, videos, answers and ID number are stored encrypted, for as long as the rules for notarial files require.',
  ],
  [
    '出具公证书后，申请人可以下载证据包供他人核验：其中有您签署的文书、您手写签名的笔迹和时间，以及本页文字；没有照片、录像和回答的原件。',
    'Once the deed is issued, the applicant can download a bundle that others can verify. It has the documents you signed, your handwritten signature with its timing, and these words; it has no pictures, videos or answers.',
  ],
  [
    '您可以不同意，改到公证处现场办理，也可以在签署前拒绝办理。使用他人身份或提供虚假陈述的，承担法律责任。',
    'You may refuse and go to the office in person, and you may decline before you sign. You are liable for using another person’s identity or for false statements.',
  ],
];

/** The consent text for a matter of this office, one or two sentences per paragraph. */
export const consentOf = (officeName: string, language: Language): string[] =>
  consentWords.map((word) => word[language === 'zh' ? 0 : 1].replace('{office}', officeName));

/** The sentence that a party reads aloud in the recorded statement, with digits they could not know before. */
export const statementOf = (o: { name: string; kindName: Word; digits: string }, language: Language): string =>
  language === 'zh'
    ? `我是${o.name}，自愿办理${o.kindName[0]}，提供的材料和所作的回答真实。口令：${[...o.digits].join(' ')}。`
    : `I am ${o.name}. I act of my own free will in this matter: ${o.kindName[1]}. My documents and answers are true. Code: ${[...o.digits].join(' ')}.`;
