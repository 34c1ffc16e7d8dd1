import './matter.css';
import { type MatterJournalEntry, matterEventWords, type Word } from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { useLanguage, wordIn, words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-timeline', text);

/** Acts of one person, beside the events of the matter. */
const acts: Record<string, Word> = {
  'step-finished': ['完成一项身份核验', 'Identity step completed'],
  'steps-waived': ['公证员当面核验身份', 'Identified in person by the notary'],
  'documents-signed': ['签署文书', 'Documents signed'],
  'link-sent': ['发送办理链接', 'Link sent to a party'],
  assigned: ['指定承办公证员', 'Assigned to a notary'],
  suspended: ['暂停计算办理期限', 'Deadline suspended'],
  resumed: ['恢复计算办理期限', 'Deadline resumed'],
  'evidence-verified': ['核验存证', 'Attestations verified'],
  'questions-saved': ['保存询问笔录', 'Transcript saved'],
  'material-viewed': ['查看材料', 'Material viewed'],
  'document-viewed': ['查看文书', 'Document viewed'],
  'room-consented': ['同意面谈录像', 'Agreed to the recording of the session'],
  'room-opened': ['开启视频面谈', 'Video session opened'],
  'room-entered': ['进入面谈室', 'Entered the video room'],
  'room-left': ['离开面谈室', 'Left the video room'],
  'room-presence': ['多次进出面谈室', 'Entered and left the video room several times'],
  'room-ended': ['结束视频面谈', 'Video session ended'],
  'room-lapsed': ['视频面谈未召开', 'Video session not held'],
  'room-answer': ['面谈中记录问答', 'Answer written down in the session'],
  'recording-begun': ['开始录制', 'Recording started'],
  'recording-head': ['录像摘要存入日志', 'Head of the recording logged'],
  'recording-finished': ['录像完成', 'Recording finished'],
  'recording-empty': ['没有录到内容', 'Nothing was recorded'],
};

/** The journal of a matter, newest first; each entry shows its digest. */
export function MatterTimeline({ journal }: { journal: readonly MatterJournalEntry[] }) {
  const t = useWords();
  const language = useLanguage();
  const nameOf = (event: string) => {
    const word = (matterEventWords as Record<string, Word>)[event] ?? acts[event];
    return word ? wordIn(word, language) : event;
  };
  return (
    <section className="panel matter-timeline">
      <h2>{t('title')}</h2>
      <p className="secondary">{t('hint')}</p>
      <ol>
        {journal.toReversed().map(({ seq, at, actor, event, detail, sha256 }) => (
          <li key={seq}>
            <p>
              <strong>{nameOf(event)}</strong> <span className="secondary">{actor.name}</span>
            </p>
            <p className="secondary numbers">
              <Moment at={at} /> · <code title={sha256}>{sha256.slice(0, 12)}</code>
            </p>
            {typeof detail.reason === 'string' && detail.reason !== '' && (
              <p className="matter-reason">{detail.reason}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
