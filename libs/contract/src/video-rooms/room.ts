import { z } from 'zod';
import { MatterPartyRole } from '../notarization/content.ts';
import type { Language } from '../shared/language.ts';
import { Count } from '../shared/lists.ts';
import type { Word } from '../shared/words.ts';
import { type EventOf, stateTable, type WhoOf } from '../state-table.ts';

/** The life cycle of the room of a reserved video session. */
export const videoRoomStateTable = stateTable({
  states: ['waiting', 'open', 'ended', 'lapsed'],
  initial: ['waiting'],
  rows: [
    { from: 'waiting', event: 'open', to: 'open', who: 'notary', because: 'the notary begins the session' },
    {
      from: 'waiting',
      event: 'lapse',
      to: 'lapsed',
      who: 'system',
      because: 'the session was moved, missed or cancelled before it began',
    },
    { from: 'open', event: 'end', to: 'ended', who: 'notary', because: 'the session is over' },
    {
      from: 'open',
      event: 'close',
      to: 'ended',
      who: 'system',
      because: 'the matter left its session, or the room was open for too long',
    },
  ],
});
/** States of a room. */
export const VideoRoomState = z.enum(videoRoomStateTable.states);
export type VideoRoomState = z.infer<typeof VideoRoomState>;
/** Event that can change the state of a room. */
export type VideoRoomEvent = EventOf<typeof videoRoomStateTable>;
/** Role that can cause an event of a room. */
export type VideoRoomRole = WhoOf<typeof videoRoomStateTable>;

/** Words for the states of a room. */
export const videoRoomStateWords: Record<VideoRoomState, Word> = {
  waiting: ['等候中', 'Waiting'],
  open: ['进行中', 'In session'],
  ended: ['已结束', 'Ended'],
  lapsed: ['未进行', 'Not held'],
};

/** Limits of a room. */
export const videoRoomLimits = {
  /** Minutes before the reserved time from which people may enter. */
  opensBeforeMinutes: 15,
  /** Hours after the reserved time until which the notary may begin and the room may stay open. */
  openHours: 4,
  /** People at once. Every browser sends its picture to each of the others, so the load grows with the square. */
  people: 5,
  /** Duration of one piece of a recording, in seconds. */
  chunkSeconds: 5,
  /** Maximum size of a piece: ten seconds at twice the usual bit rate. */
  chunkBytes: 4 * 2 ** 20,
  /** Maximum number of pieces of one recording: eight hours. */
  chunks: 6_000,
  /** Maximum number of recordings of one room; each rejoin begins another one. */
  recordings: 200,
  /** Number of pieces after which the head of the chain is written to the journal: five minutes. */
  headEvery: 60,
  /** Minutes after the end of the room in which a recording that is not finished can still be sent. */
  sendingMinutes: 120,
} as const;

/** The notary's id among the people in a room; a party's id is the id of the party. */
export const notaryInRoom = 'notary';

/** STUN and TURN servers (RTCIceServer). */
export const IceServer = z.strictObject({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.infer<typeof IceServer>;

/** A recording of one person's picture and sound, made in the notary's browser. */
export const RoomRecording = z.strictObject({
  id: z.string(),
  /** `notary` or the id of the party. */
  personId: z.string(),
  personName: z.string(),
  mediaType: z.string(),
  startedAt: z.iso.datetime(),
  /** Number of pieces that arrived. */
  chunks: Count,
  sizeBytes: Count,
  /** Null until it is finished. */
  finishedAt: z.iso.datetime().nullable(),
  /** SHA-256 of the whole file, lower-case hex; null until it is finished, and where nothing was recorded. */
  sha256: z.string().nullable(),
  /** Something was recorded, and every piece that the notary's browser recorded has arrived; null until it is finished. */
  isComplete: z.boolean().nullable(),
  /** Nothing was recorded: no piece arrived; null until it is finished. */
  isEmpty: z.boolean().nullable(),
});
export type RoomRecording = z.infer<typeof RoomRecording>;

const times = {
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Time from which people may enter. */
  opensAt: z.iso.datetime(),
  openedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** The service's clock, for countdowns. */
  now: z.iso.datetime(),
};

/** A room as one party sees it. */
export const PartyRoom = z.strictObject({
  id: z.string(),
  state: VideoRoomState,
  ...times,
  /** In the caller's language. */
  kindName: z.string(),
  officeName: z.string(),
  officePhone: z.string(),
  notaryName: z.string(),
  person: z.strictObject({ id: z.string(), name: z.string(), role: MatterPartyRole }),
  /** Words to agree to before entering, with their digest. */
  consent: z.strictObject({ paragraphs: z.array(z.string()), sha256: z.string() }),
  /** When this party agreed to the recording; null before. */
  consentedAt: z.iso.datetime().nullable(),
});
export type PartyRoom = z.infer<typeof PartyRoom>;

/** A room as its notary sees it. */
export const NotaryRoom = z.strictObject({
  id: z.string(),
  state: VideoRoomState,
  ...times,
  isMine: z.boolean(),
  parties: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      role: MatterPartyRole,
      consentedAt: z.iso.datetime().nullable(),
    }),
  ),
  recordings: z.array(RoomRecording),
});
export type NotaryRoom = z.infer<typeof NotaryRoom>;

/** Increment with every change of the words below; the journal states it beside their digest. */
export const roomConsentVersion = 1;

/** Words to which a party agrees before entering a room. `{office}` is the notary office. */
const roomConsentWords: readonly Word[] = [
  [
    '您将通过视频与{office}的公证员面谈，其他当事人可能同时在场。',
    'You will meet the notary of {office} by video. Other parties may be present.',
  ],
  [
    '面谈全程录音录像：每个人的画面和声音由公证员的浏览器分别录制，随录随传，加密保存。',
    'The whole session is recorded: the notary’s browser records picture and sound of each person and sends them while it runs. They are stored encrypted.',
  ],
  [
    '录像是公证档案的一部分。申请人可以播放和下载；操作日志记有录像的摘要，供他人核对。',
    'The recording is part of the notarial file. The applicant can play and download it; the journal has its digest, by which others can check a copy.',
  ],
  [
    '公证员的提问、您的回答及其在录像中的时间写入询问笔录和操作日志。',
    'The notary’s questions, your answers and their times in the recording go into the transcript and the journal.',
  ],
  [
    '面部和声音属于敏感个人信息。您可以不同意，改到公证处现场办理。',
    'Face and voice are sensitive personal information. You may refuse and go to the office in person.',
  ],
];

/** Words of consent to the recording of a session, in paragraphs of one or two sentences. */
export const roomConsentOf = (officeName: string, language: Language): string[] =>
  roomConsentWords.map((word) => word[language === 'zh' ? 0 : 1].replace('{office}', officeName));
