import {
  type AttestationDetail,
  type AttestationEvent,
  type CustodyEvent,
  captureSteps,
  type ProofRung,
  rungWords,
  sentenceIn,
  stepWords,
  type Word,
} from '@proofkeep/contract';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { CustodyChart } from './custody-chart.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('timeline', text);

const transitionWords: Record<Exclude<AttestationEvent, ProofRung>, Word> = {
  paid: ['订单已支付', 'Order paid'],
  lapsed: ['订单已关闭', 'Order closed'],
  taken: ['开始读取', 'Reading started'],
  leased: ['取证节点接手', 'Picked up by a capture node'],
  left: ['取证中断，重新排队', 'Interrupted; queued again'],
  cancelled: ['取消', 'Cancelled'],
  failed: ['存证失败', 'Failed'],
  shown: ['等待确认', 'Ready to review'],
  captured: ['取证完成', 'Captured'],
  confirmed: ['确认', 'Confirmed'],
  rejected: ['放弃', 'Discarded'],
  expired: ['逾期未确认', 'Not confirmed in time'],
  retried: ['重试', 'Retried'],
  released: ['录像重新待支付', 'Recording open to payment again'],
};
const actWords: Record<string, Word> = {
  ...transitionWords,
  ...rungWords,
  ...Object.fromEntries(captureSteps.map((step) => [`step.${step}`, stepWords[step]])),
  'step.steer': stepWords.steer,
  'step.playback': stepWords.playback,
  'holder.reported': ['反馈问题', 'Reported a problem'],
  'holder.file-added': ['补充原文件', 'File added'],
  'holder.stopped': ['结束取证', 'Stopped the session'],
  'holder.extended': ['延长取证时间', 'Extended the session'],
  'holder.code-issued': ['生成提取码', 'Issued a check code'],
  'holder.code-revoked': ['撤销提取码', 'Revoked a check code'],
  'holder.published': ['公开部分内容', 'Made content public'],
  'holder.unpublished': ['不再公开内容', 'Made content private'],
  'second.leased': ['第二地点开始取证', 'Second place: capture started'],
  'second.left': ['第二地点退回，等待重试', 'Second place: returned, waiting for another attempt'],
  'second.restarted': ['第二地点随首份记录重新开始', 'Second place: starts again with the first record'],
  'second.delivered': ['第二地点取证完成', 'Second place: captured'],
  'second.ended': ['第二地点已随取证结束', 'Second place: ended with the capture'],
  'second.failed': ['没有第二份记录', 'No second record'],
  'links.followed': ['一并提交链接页', 'Linked pages submitted'],
  'links.skipped': ['未提交链接页', 'Linked pages not submitted'],
  'access.viewed': ['查看', 'Viewed'],
  'access.opened': ['用提取码查看', 'Opened with a check code'],
  'access.replayed': ['查看回放', 'Watched the replay'],
  'access.downloaded': ['下载', 'Downloaded'],
  'access.verified': ['核验', 'Verified'],
  'access.exported-court': ['下载法院材料', 'Downloaded for a court'],
  'access.submitted-court': ['提交法院', 'Submitted to a court'],
};

/** Custody record: every event of the evidence, with time and actor. */
export function Timeline({ detail: { custody } }: { detail: AttestationDetail }) {
  const t = useWords();
  const language = useLanguage();
  const who = ({ by, actedBy, event }: Pick<CustodyEvent, 'by' | 'actedBy' | 'event'>) => {
    if (actedBy !== null) return t('actedBy', { person: actedBy, as: by });
    if (by === 'service') return t('service');
    if (by === 'visitor') return t('visitor');
    if (event === 'leased' || event.startsWith('step.') || event.startsWith('second.')) return t('node', { name: by });
    return by;
  };
  return (
    <>
      <CustodyChart custody={custody} />
      <p className="secondary attestations-custody-head">
        {t('head')} <Copyable text={custody.at(-1)?.sha256 ?? ''} what={t('headWhat')} />
      </p>
      <ol className="attestations-timeline" aria-label={t('label')}>
        {custody.map(({ at, event, by, actedBy, attempt, messages }, index) => (
          <li key={`${index} ${at}`}>
            {attempt !== custody[index - 1]?.attempt && attempt > 1 && <h2>{t('attempt', { attempt })}</h2>}
            <span className="secondary">
              <Moment at={at} />
            </span>
            <div>
              <strong>{wordIn(actWords[event] ?? [event, event], language)}</strong>{' '}
              <span className="secondary">{t('by', { who: who({ by, actedBy, event }) })}</span>
              {messages.map((one) => (
                <p key={one.text}>{sentenceIn(one, language)}</p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
