import {
  type AttestationSummary,
  accountDay,
  accountOffsetMinutes,
  attestationStateWords,
  type Language,
  sentenceIn,
  type Word,
} from '@proofkeep/contract';
import type { Sheet, SheetHead, SheetRow } from '../../../spreadsheet/sheet.ts';

const sayIn =
  (language: Language) =>
  ([zh, en]: Word): string =>
    language === 'zh' ? zh : en;

/** The template that people fill in; `columns.ts` recognizes its headings. */
export function templateSheet(language: Language): Sheet {
  const say = sayIn(language);
  return {
    name: say(['批量存证', 'Batch']),
    columns: [
      { header: say(['网址（必填）', 'URL (required)']), width: 60 },
      { header: say(['名称', 'Name']), width: 30 },
      { header: say(['备注', 'Remark']), width: 40 },
      { header: say(['标签', 'Labels']), width: 24 },
      { header: say(['访问方式', 'Visit as']), width: 14 },
      { header: say(['语言', 'Language']), width: 14 },
      { header: say(['时区', 'Time zone']), width: 20 },
      { header: say(['等待文字', 'Wait for text']), width: 24 },
      { header: say(['第二地点', 'Second place']), width: 14 },
    ],
    rows: [],
  };
}

interface Column {
  header: Word;
  width: number;
  format?: string;
  value(row: AttestationSummary, at: number, language: Language): string | number | Date | null;
}

const time = 'yyyy-mm-dd hh:mm:ss';
/** Spreadsheets have no time zones: the cell holds Beijing wall-clock time. */
const wallClock = (at: string | null) => at && new Date(Date.parse(at) + accountOffsetMinutes * 60_000);

const columns: readonly Column[] = [
  { header: ['序号', 'No.'], width: 8, value: (_row, at) => at + 1 },
  { header: ['网址', 'URL'], width: 60, value: ({ url }) => url },
  { header: ['名称', 'Name'], width: 30, value: ({ name }) => name },
  {
    header: ['状态', 'State'],
    width: 14,
    value: ({ state }, _at, language) => sayIn(language)(attestationStateWords[state]),
  },
  { header: ['存证编号', 'Attestation number'], width: 28, value: ({ ano }) => ano },
  {
    header: ['取证时间（UTC+8）', 'Captured (UTC+8)'],
    width: 20,
    format: time,
    value: ({ capturedAt }) => wallClock(capturedAt),
  },
  {
    header: ['失败原因', 'Reason'],
    width: 50,
    value: ({ failure }, _at, language) => failure && sentenceIn(failure.said, language),
  },
  { header: ['标签', 'Labels'], width: 20, value: ({ labels }) => labels.join('、') },
  { header: ['备注', 'Remark'], width: 30, value: ({ remark }) => remark },
  {
    header: ['提交时间（UTC+8）', 'Submitted (UTC+8)'],
    width: 20,
    format: time,
    value: ({ createdAt }) => wallClock(createdAt),
  },
];

/** Headings of a table of attestations in the user's language. */
export function resultHead(language: Language): SheetHead {
  const say = sayIn(language);
  return {
    name: say(['存证结果', 'Results']),
    columns: columns.map(({ header, width, format }) => ({
      header: say(header),
      width,
      ...(format ? { format } : {}),
    })),
  };
}

/** A row of that table. @param at its index, from 0 */
export const resultRow = (row: AttestationSummary, at: number, language: Language): SheetRow =>
  columns.map(({ value }) => value(row, at, language));

/** Name of an evidence list file, without its extension. */
export const exportTitle = (at: Date, language: Language): string =>
  `${sayIn(language)(['存证列表', 'Attestations'])} ${accountDay(at)}`;
