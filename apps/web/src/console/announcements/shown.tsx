import { type AnnouncementDraft, calls } from '@proofkeep/contract';
import { useAct } from '../../api/refresh.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { StateChip } from './state-chip.tsx';

const useWords = words('announcement-shown', {
  by: ['撰写人：{name}', 'Written by {name}'],
  published: ['发布时间', 'Published'],
  withdrawn: ['撤回时间', 'Withdrawn'],
  withdraw: ['撤回公告', 'Withdraw the announcement'],
  withdrawTitle: ['撤回这条公告？', 'Withdraw this announcement?'],
  withdrawHint: ['所有人都不再看到，且不能恢复发布。', 'Nobody sees it any more, and it cannot be published again.'],
  keep: ['保留', 'Keep it'],
  done: ['公告已撤回', 'The announcement is withdrawn'],
});

/** What was published, as it was, in both languages. */
export function Shown({ announcement }: { announcement: AnnouncementDraft }) {
  const say = useWords();
  const { id, state, title, text, by, publishedAt, withdrawnAt } = announcement;
  const withdraw = useAct(calls.announcements.withdraw, 'announcements');
  return (
    <article className="announcement-shown">
      <p className="announcements-about secondary">
        <StateChip state={state} />
        <span>{say('by', { name: by })}</span>
        {publishedAt && (
          <span>
            {say('published')} <Moment at={publishedAt} />
          </span>
        )}
        {withdrawnAt && (
          <span>
            {say('withdrawn')} <Moment at={withdrawnAt} />
          </span>
        )}
      </p>
      {(['zh', 'en'] as const).map((language) => (
        <section key={language} lang={language === 'zh' ? 'zh-CN' : 'en-US'}>
          <h2>{title[language]}</h2>
          <p>{text[language]}</p>
        </section>
      ))}
      {state === 'published' && (
        <DecisionBar>
          <ConfirmButton
            act={say('withdraw')}
            title={say('withdrawTitle')}
            hint={say('withdrawHint')}
            keep={say('keep')}
            kind="danger"
            isPending={withdraw.isPending}
            onConfirm={() => withdraw.mutate({ id }, { onSuccess: () => toast.success(say('done')) })}
          />
        </DecisionBar>
      )}
    </article>
  );
}
