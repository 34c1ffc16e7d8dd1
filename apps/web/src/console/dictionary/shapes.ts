import { type DictionaryName, dictionaryListLengths, type Word } from '@proofkeep/contract';

/** How a field of a dictionary is edited. `words`: a text in both languages. */
export interface Field {
  name: string;
  kind: 'words' | 'text' | 'flag' | 'picture';
  label: Word;
  /** Accepted format; also shown as the error message. */
  takes?: Word;
}

/** A dictionary is a record of fields or a list of records; the list is the value itself or its property `under`. */
export interface Shape {
  list: { under: string | null; one: Word; none: Word; max: number } | null;
  fields: readonly Field[];
}

const both: Word = ['中英文都要填写', 'In both languages'];
const phone: Word = ['如 400-800-1234，可留空', 'e.g. 400-800-1234; optional'];
const link: Word = [
  '以 https:// 开头的网址，或以 / 开头的本站路径',
  'A URL starting with https://, or a path on this site starting with /',
];
const short: Word = ['可留空，至多 80 个字', 'Optional, up to 80 characters'];

export const shapes: Record<DictionaryName, Shape> = {
  basicInfo: {
    list: null,
    fields: [
      { name: 'operator', kind: 'words', label: ['运营单位', 'Operator'], takes: short },
      { name: 'supportPhone', kind: 'text', label: ['客服电话', 'Support phone'], takes: phone },
      {
        name: 'supportMail',
        kind: 'text',
        label: ['客服邮箱', 'Support email'],
        takes: ['邮箱地址，可留空', 'Email address; optional'],
      },
      { name: 'supportHours', kind: 'words', label: ['服务时间', 'Support hours'], takes: short },
      {
        name: 'recordNumber',
        kind: 'text',
        label: ['备案号', 'ICP registration number'],
        takes: ['可留空，至多 60 个字', 'Optional, up to 60 characters'],
      },
    ],
  },
  files: {
    list: {
      under: null,
      one: ['文件', 'Document'],
      none: ['还没有文件', 'No documents yet'],
      max: dictionaryListLengths.files,
    },
    fields: [
      { name: 'name', kind: 'words', label: ['名称', 'Name'], takes: both },
      { name: 'url', kind: 'text', label: ['网址', 'URL'], takes: link },
    ],
  },
  imageList: {
    list: {
      under: null,
      one: ['图片', 'Image'],
      none: ['还没有图片', 'No images yet'],
      max: dictionaryListLengths.images,
    },
    fields: [
      {
        name: 'picture',
        kind: 'picture',
        label: ['图片', 'Image'],
        takes: ['PNG、JPEG 或 WebP，不超过 29 KB', 'PNG, JPEG or WebP, up to 29 KB'],
      },
      { name: 'name', kind: 'words', label: ['说明', 'Description'], takes: both },
      { name: 'url', kind: 'text', label: ['链接', 'Link'], takes: [`${link[0]}；可留空`, `${link[1]}; optional`] },
    ],
  },
  price: {
    list: null,
    fields: [
      {
        name: 'notice',
        kind: 'words',
        label: ['费用说明', 'Pricing notes'],
        takes: ['可留空，至多 300 个字', 'Optional, up to 300 characters'],
      },
    ],
  },
  NotarizationService: {
    list: {
      under: 'offices',
      one: ['公证处', 'Office'],
      none: ['还没有公证处', 'No offices yet'],
      max: dictionaryListLengths.offices,
    },
    fields: [
      { name: 'name', kind: 'words', label: ['名称', 'Name'], takes: both },
      { name: 'address', kind: 'words', label: ['地址', 'Address'], takes: both },
      { name: 'phone', kind: 'text', label: ['电话', 'Phone'], takes: phone },
    ],
  },
  valueAdded: {
    list: null,
    fields: [
      { name: 'isVideo', kind: 'flag', label: ['提供视频服务', 'Video service offered'] },
      {
        name: 'needVideo',
        kind: 'flag',
        label: ['新申请默认需要视频面谈', 'New applications ask for video by default'],
      },
    ],
  },
  ossUrl: {
    list: null,
    fields: [
      {
        name: 'url',
        kind: 'text',
        label: ['公开文件的地址', 'Public file URL'],
        takes: [
          '以 https:// 开头、不以斜杠结尾；留空表示由本服务提供',
          'Starts with https://, no trailing slash; leave empty to use this service',
        ],
      },
    ],
  },
};

/** Returns an empty record to fill in. */
export const emptyOf = ({ fields }: Shape): Json =>
  Object.fromEntries(
    fields.map(({ name, kind }) => [name, kind === 'words' ? { zh: '', en: '' } : kind === 'flag' ? false : '']),
  );

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type Path = readonly (string | number)[];

export const at = (value: Json, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(
    (part, name) =>
      typeof part === 'object' && part !== null ? (part as Record<string | number, Json>)[name] : undefined,
    value,
  );

/** Returns a copy with the value at a path replaced. */
export function withPart(value: Json, [name, ...rest]: Path, part: Json): Json {
  if (name === undefined) return part;
  if (Array.isArray(value)) return value.map((one, i) => (i === name ? withPart(one, rest, part) : one));
  const record = value as Record<string, Json>;
  return { ...record, [name]: withPart(record[name] ?? null, rest, part) };
}

/** Maps each leaf of a value by its path, such as `offices.0.name.zh`. */
export function leaves(value: Json, path = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value === null ? '' : String(value)]]);
  const below = Object.entries(value).flatMap(([name, part]) => [...leaves(part, path ? `${path}.${name}` : name)]);
  return new Map(below);
}
