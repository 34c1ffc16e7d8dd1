import { type AnnouncementDraft, announcementStateTable, calls } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useAct } from '../../api/refresh.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { DecisionBar } from '../ui/split.tsx';
import { AnnouncementChip } from './announcement-chip.tsx';
import { DraftForm } from './draft-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('announcement-shown', text);

/** A published or withdrawn announcement in both languages. */
export function AnnouncementView({ announcement }: { announcement: AnnouncementDraft }) {
  const t = useWords();
  const { id, state, title, text, by, publishedAt, correctedAt, withdrawnAt, earlier } = announcement;
  const shown = useLanguage();
  const [isCorrecting, setCorrecting] = useState(false);
  const events = announcementStateTable.allowed(state, 'operator');
  const withdraw = useAct(calls.announcements.withdraw, 'announcements');
  const leave = () => setCorrecting(false);
  if (isCorrecting && events.includes('correct'))
    return <DraftForm draft={announcement} onSaved={leave} onCancel={leave} />;
  return (
    <article className="console-announcements-shown">
      <p className="console-announcements-about secondary">
        <AnnouncementChip state={state} />
        <span>{t('by', { name: by })}</span>
        {publishedAt && (
          <span>
            {t('published')} <Moment at={publishedAt} />
          </span>
        )}
        {correctedAt && (
          <span>
            {t('corrected')} <Moment at={correctedAt} />
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
          {language === shown ? <h1>{title[language]}</h1> : <h2>{title[language]}</h2>}
          <p>{text[language]}</p>
        </section>
      ))}
      {earlier.length > 0 && <Earlier earlier={earlier} />}
      {events.length > 0 && (
        <DecisionBar>
          {events.includes('correct') && <Button onClick={() => setCorrecting(true)}>{t('correct')}</Button>}
          <ConfirmButton
            {...confirmAct(t, 'withdraw', withdraw, { id }, () => toast.success(t('done')))}
            kind="danger"
          />
        </DecisionBar>
      )}
    </article>
  );
}

/** Versions that readers saw before each correction. */
function Earlier({ earlier }: Pick<AnnouncementDraft, 'earlier'>) {
  const t = useWords();
  return (
    <details>
      <summary>{t('earlier', { count: earlier.length })}</summary>
      {earlier.map(({ title, text, until, correctedBy }) => (
        <section key={until}>
          <p className="secondary">
            {t('until')} <Moment at={until} /> {t('correctedBy', { name: correctedBy })}
          </p>
          {(['zh', 'en'] as const).map((language) => (
            <div key={language} lang={language === 'zh' ? 'zh-CN' : 'en-US'}>
              <h3>{title[language]}</h3>
              <p>{text[language]}</p>
            </div>
          ))}
        </section>
      ))}
    </details>
  );
}
