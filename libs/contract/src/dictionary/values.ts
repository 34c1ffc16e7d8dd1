import { z } from 'zod';
import { dictionaryLinkLength, dictionaryListLengths } from '../shared/limits.ts';

/** A text in both languages; if empty, it isn't shown. */
const Words = (max: number) => z.strictObject({ zh: z.string().trim().max(max), en: z.string().trim().max(max) });
const named = (max: number) =>
  Words(max).refine(({ zh, en }) => zh !== '' && en !== '', { params: { says: 'both languages' } });

/** A telephone number as displayed; empty if there is none. */
const SupportPhone = z
  .string()
  .trim()
  .regex(/^(\+?\d[\d -]{4,24}\d)?$/, 'contactPhone');
const Mail = z.email().max(120).or(z.literal(''));
/** A URL to which a browser may be sent: of this site, or over TLS. */
const Link = z
  .string()
  .trim()
  .max(dictionaryLinkLength)
  .regex(/^(https:\/\/[^\s"'<>\\]+|\/[^\s"'<>\\/][^\s"'<>\\]*)$/, 'link');
/** A small picture as a data URL: the site loads none from elsewhere. */
const SmallPicture = z
  .string()
  .max(40_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'smallPicture');

/** The platform's operator and how to contact them. */
const BasicInfo = z.strictObject({
  operator: Words(80),
  supportPhone: SupportPhone,
  supportMail: Mail,
  supportHours: Words(80),
  /** ICP registration number of the site (ICP 备案号). */
  recordNumber: z.string().trim().max(60),
});

/** Documents that people may read or fill in. */
const Files = z.array(z.strictObject({ name: named(60), url: Link })).max(dictionaryListLengths.files);

/** Marks at the foot of pages, each linking to its issuer. */
const ImageList = z
  .array(z.strictObject({ name: named(60), picture: SmallPicture, url: Link.or(z.literal('')) }))
  .max(dictionaryListLengths.images);

/** Pricing notes; they don't affect billing. */
const Price = z.strictObject({ notice: Words(300) });

/** Whether video calls are offered, and whether a matter requires one. */
/** Whether sessions can be by video, and whether an application that doesn't say so wants one. */
const ValueAdded = z.strictObject({ isVideo: z.boolean(), needVideo: z.boolean() });

/** Base URL of public files; empty for this service. */
const OssUrl = z.strictObject({
  url: z.literal('').or(
    z
      .string()
      .trim()
      .max(300)
      .regex(/^https:\/\/[^\s"'<>\\]+[^/\s]$/, 'httpsUrl'),
  ),
});

/** The notary offices that work with the platform. */
const NotarizationService = z.strictObject({
  offices: z
    .array(z.strictObject({ name: named(80), address: named(160), phone: SupportPhone }))
    .max(dictionaryListLengths.offices),
});

/** The schema of each dictionary's value. */
export const dictionaryValues = {
  basicInfo: BasicInfo,
  files: Files,
  imageList: ImageList,
  price: Price,
  NotarizationService,
  valueAdded: ValueAdded,
  ossUrl: OssUrl,
};

/** Name of a dictionary. */
export type DictionaryName = keyof typeof dictionaryValues;
/** Value of the dictionary with that name. */
export type DictionaryValue<Name extends DictionaryName> = z.output<(typeof dictionaryValues)[Name]>;
