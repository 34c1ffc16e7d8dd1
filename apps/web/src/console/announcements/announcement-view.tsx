import { type AnnouncementDraft, announcementStateTable, calls } from '@proofkeep/contract';
import { useAct } from '../../api/refresh.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { StateChip } from './state-chip.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('announcement-shown', text);

/** A published or withdrawn announcement in both languages. */
export function AnnouncementView({ announcement }: { announcement: AnnouncementDraft }) {
  const t = useWords();
  const { id, state, title, text, by, publishedAt, withdrawnAt } = announcement;
  const withdraw = useAct(calls.announcements.withdraw, 'announcements');
  return (
    <article className="console-announcements-shown">
      <p className="console-announcements-about secondary">
        <StateChip state={state} />
        <span>{t('by', { name: by })}</span>
        {publishedAt && (
          <span>
            {t('published')} <Moment at={publishedAt} />
          </span>
        )}
        {withdrawnAt && (
          <span>
            {t('withdrawn')} <Moment at={withdrawnAt} />
          </span>
        )}
      </p>
      {(['zh', 'en'] as const).map((language) => (
        <section key={language} lang={language === 'zh' ? 'zh-CN' : 'en-US'}>
          <h2>{title[language]}</h2>
          <p>{text[language]}</p>
        </section>
      ))}
      {announcementStateTable.allowed(state, 'operator').includes('withdraw') && (
        <DecisionBar>
          <ConfirmButton
            act={t('withdraw')}
            title={t('withdrawTitle')}
            hint={t('withdrawHint')}
            keep={t('keep')}
            kind="danger"
            isPending={withdraw.isPending}
            onConfirm={() => withdraw.mutate({ id }, { onSuccess: () => toast.success(t('done')) })}
          />
        </DecisionBar>
      )}
    </article>
  );
}
