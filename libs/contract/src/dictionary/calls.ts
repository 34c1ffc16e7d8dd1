import { z } from 'zod';
import { call } from '../call.ts';
import { Count, several } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';

/** What the platform says in both languages; empty: nothing. */
const Words = (max: number) => z.strictObject({ zh: z.string().trim().max(max), en: z.string().trim().max(max) });
const named = (max: number) =>
  Words(max).refine(({ zh, en }) => zh !== '' && en !== '', { params: { says: 'both languages' } });
const noWords = { zh: '', en: '' };

/** A telephone number as it is told to people; empty: none. */
const SupportPhone = z
  .string()
  .trim()
  .regex(/^(\+?\d[\d -]{4,24}\d)?$/);
const Mail = z.email().max(120).or(z.literal(''));
/** An address that a browser may be led to: of this site, or over TLS. */
const Link = z
  .string()
  .trim()
  .max(500)
  .regex(/^(https:\/\/[^\s"'<>\\]+|\/[^\s"'<>\\/][^\s"'<>\\]*)$/);
/** A small picture within the data: the site shows none from elsewhere. */
const SmallPicture = z
  .string()
  .max(40_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/);

/** Who runs the platform and how they are reached. */
const BasicInfo = z.strictObject({
  operator: Words(80),
  supportPhone: SupportPhone,
  supportMail: Mail,
  supportHours: Words(80),
  /** Of the site's registration with the authorities (ICP 备案号). */
  recordNumber: z.string().trim().max(60),
});

/** Documents that people may read or fill in. */
const Files = z.array(z.strictObject({ name: named(60), url: Link })).max(20);

/** Marks at the foot of pages, each leading to who gave it. */
const ImageList = z
  .array(z.strictObject({ name: named(60), picture: SmallPicture, url: Link.or(z.literal('')) }))
  .max(6);

/** What is said about the cost. What is charged stands nowhere here. */
const Price = z.strictObject({ notice: Words(300) });

/** Whether there are video calls, and whether a matter needs one. */
const ValueAdded = z.strictObject({ isVideo: z.boolean(), needVideo: z.boolean() });

/** Where public files are fetched from; empty: from this service itself. */
const OssUrl = z.strictObject({
  url: z.literal('').or(
    z
      .string()
      .trim()
      .max(300)
      .regex(/^https:\/\/[^\s"'<>\\]+[^/\s]$/),
  ),
});

/** The notary offices that work with the platform. */
const NotarizationService = z.strictObject({
  offices: z.array(z.strictObject({ name: named(80), address: named(160), phone: SupportPhone })).max(50),
});

interface Entry<Schema extends z.ZodType> {
  value: Schema;
  /** What holds until an operator sets another. */
  initial: z.output<Schema>;
  name: Word;
  /** Where it is seen, for whoever edits it. */
  seen: Word;
}
const entry = <Schema extends z.ZodType>(one: Entry<Schema>): Entry<Schema> => one;

/** The settings of the platform that an operator edits in the console: a closed list. */
export const dictionary = {
  basicInfo: entry({
    value: BasicInfo,
    initial: { operator: noWords, supportPhone: '', supportMail: '', supportHours: noWords, recordNumber: '' },
    name: ['基本信息', 'Basic information'],
    seen: ['显示在公开页面与登录页面的页脚', 'At the foot of the public pages and of the sign-in pages'],
  }),
  files: entry({
    value: Files,
    initial: [],
    name: ['文件', 'Documents'],
    seen: ['以链接形式显示在公开页面的页脚', 'As links at the foot of the public pages'],
  }),
  imageList: entry({
    value: ImageList,
    initial: [],
    name: ['图片', 'Pictures'],
    seen: ['以标识形式显示在公开页面的页脚', 'As marks at the foot of the public pages'],
  }),
  price: entry({
    value: Price,
    initial: { notice: noWords },
    name: ['费用说明', 'Words on cost'],
    seen: ['显示在公开页面的页脚；不影响实际计费', 'At the foot of the public pages; charges nothing'],
  }),
  NotarizationService: entry({
    value: NotarizationService,
    initial: { offices: [] },
    name: ['合作公证处', 'Notary offices'],
    seen: ['显示在公开页面的页脚', 'At the foot of the public pages'],
  }),
  valueAdded: entry({
    value: ValueAdded,
    initial: { isVideo: false, needVideo: true },
    name: ['增值服务', 'Added services'],
    seen: ['提供给接口调用方与公证事项页面', 'Read by programs, and by the pages of matters'],
  }),
  ossUrl: entry({
    value: OssUrl,
    initial: { url: '' },
    name: ['文件存储地址', 'Address of public files'],
    seen: ['提供给接口调用方', 'Read by programs'],
  }),
};

export type DictionaryName = keyof typeof dictionary;
export type DictionaryValue<Name extends DictionaryName> = z.output<(typeof dictionary)[Name]['value']>;
export const dictionaryNames = Object.keys(dictionary) as [DictionaryName, ...DictionaryName[]];
const Name = z.enum(dictionaryNames);
const time = z.iso.datetime();

/** Parsed again by its own schema by whoever uses it. */
const value = z.json();
/** `version` 0: nobody has set it yet. */
const Stored = z.strictObject({ name: Name, version: z.int(), value });

const Version = z.strictObject({
  ...Stored.shape,
  at: time.nullable(),
  /** Name of the operator; null of version 0. */
  by: z.string().nullable(),
  /** Of one that was brought back: which. */
  restores: z.int().nullable(),
});
export type DictionaryVersion = z.infer<typeof Version>;

const asked = z.strictObject({ name: Name });
const editing = [{ per: 'login', times: 120, seconds: 3_600 }] as const;

export const dictionaryCalls = {
  dict: call({
    method: 'GET',
    path: '/creditor/dict',
    who: 'public',
    summary: 'One dictionary of the platform.',
    input: asked,
    reply: Stored,
  }),
  dictByBody: call({
    method: 'POST',
    path: '/creditor/dict',
    who: 'public',
    summary: 'One dictionary of the platform, asked for in the body.',
    input: asked,
    reply: Stored,
  }),
  dictList: call({
    method: 'POST',
    path: '/creditor/dict/list',
    who: 'public',
    summary: 'Several dictionaries of the platform; all of them where none is named.',
    input: z.strictObject({ names: several(Name, dictionaryNames.length).optional() }),
    reply: z.strictObject({ list: z.array(Stored) }),
  }),
  consoleDictionary: call({
    method: 'GET',
    path: '/creditor/console/dictionary',
    who: 'operator',
    summary: 'All dictionaries, with who changed each last.',
    input: z.strictObject({}),
    reply: z.strictObject({ list: z.array(Version) }),
  }),
  dictionaryHistory: call({
    method: 'GET',
    path: '/creditor/console/dictionary/{name}/history',
    who: 'operator',
    summary: 'All versions of a dictionary, the latest first; at most 100.',
    input: asked,
    reply: z.strictObject({ list: z.array(Version) }),
  }),
  changeDictionary: call({
    method: 'PUT',
    path: '/creditor/console/dictionary/{name}',
    who: 'operator',
    summary: 'Sets a dictionary. `version` is the one that was edited: where there is a later one, nothing is changed.',
    maxBytes: 2 ** 20,
    input: z.strictObject({ name: Name, version: Count.min(0), value }),
    reply: Version,
    refusals: ['CHANGED_MEANWHILE'],
    limits: editing,
    audit: 'dictionary.changed',
  }),
  restoreDictionary: call({
    method: 'POST',
    path: '/creditor/console/dictionary/{name}/restore',
    who: 'operator',
    summary: 'Sets a dictionary to what it was in an earlier version; `version` is the present one.',
    input: z.strictObject({ name: Name, version: Count.min(1), restores: Count.min(0) }),
    reply: Version,
    refusals: ['CHANGED_MEANWHILE', 'NOT_FOUND'],
    limits: editing,
    audit: 'dictionary.restored',
  }),
};
