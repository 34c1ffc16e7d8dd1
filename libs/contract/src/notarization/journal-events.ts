import type { Word } from '../shared/words.ts';
import { type MatterEvent, matterEventWords } from './states.ts';

/** Words for acts in a matter's journal that don't change its state: each is one person's act or the platform's. */
export const matterActWords = {
  'step-finished': ['完成一项身份核验', 'Identity step completed'],
  'steps-waived': ['公证员当面核验身份', 'Identified in person by the notary'],
  'document-read': ['读完文书', 'Document read'],
  'documents-signed': ['签署文书', 'Documents signed'],
  'link-sent': ['发送办理链接', 'Link sent to a party'],
  assigned: ['指定承办公证员', 'Assigned to a notary'],
  suspended: ['暂停计算办理期限', 'Deadline suspended'],
  resumed: ['恢复计算办理期限', 'Deadline resumed'],
  'evidence-verified': ['核验存证', 'Attestations verified'],
  'questions-saved': ['保存询问笔录', 'Transcript saved'],
  'material-viewed': ['查看材料', 'Material viewed'],
  'document-viewed': ['查看文书', 'Document viewed'],
  'video-played': ['完整播放录像', 'Recording played to its end'],
  'stamped-late': ['补加可信时间戳', 'Timestamped late'],
  'room-consented': ['同意面谈录像', 'Agreed to the recording of the session'],
  'room-opened': ['开启视频面谈', 'Video session opened'],
  'room-entered': ['进入面谈室', 'Entered the video room'],
  'room-left': ['离开面谈室', 'Left the video room'],
  'room-presence': ['多次进出面谈室', 'Entered and left the video room several times'],
  'room-ended': ['结束视频面谈', 'Video session ended'],
  'room-lapsed': ['视频面谈未进行', 'Video session not held'],
  'room-answer': ['面谈中记录问答', 'Answer recorded in the session'],
  'recording-begun': ['开始录制', 'Recording started'],
  'recording-head': ['录像摘要存入日志', 'Digest of the recording logged'],
  'recording-finished': ['录像完成', 'Recording finished'],
  'recording-empty': ['没有录到内容', 'Nothing was recorded'],
} as const satisfies Record<string, Word>;

/** Act in a matter's journal that doesn't change its state. */
export type MatterAct = keyof typeof matterActWords;
/** Everything that a matter's journal records. */
export type MatterJournalEvent = MatterEvent | MatterAct;

/** Words for everything that a matter's journal records; writers can use no other event. */
export const matterJournalWords: Record<MatterJournalEvent, Word> = { ...matterEventWords, ...matterActWords };
