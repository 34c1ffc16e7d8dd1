import { CheckCircleOutlined, EditOutlined } from '@ant-design/icons';
import { calls, type MatterSummary, matterKindFacts, matterStateTable } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ask } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { ConfirmButton } from '../../../ui/forms/confirm-button.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { useApplication } from './application.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-summary', text);

/** Parts of the form, each with its fields of the application. */
const parts = {
  kind: ['kind', 'purpose', 'form'],
  office: ['officeId', 'notaryId'],
  parties: ['parties'],
  evidence: ['evidence'],
  materials: ['materials'],
  delivery: ['delivery', 'copies', 'wantsVideo'],
} as const;

/** Whether the state table lets the applicant abandon what they haven't submitted; a correction is abandoned on its own page. */
function isDiscardable({ state }: MatterSummary): boolean {
  const allowed = matterStateTable.allowed(state, 'applicant');
  return allowed.includes('submit') && allowed.includes('abandon');
}

interface Props {
  matter: MatterSummary;
  problems: ReadonlyMap<string, string>;
}

/** Shown beside the form: which parts are complete, the fee and when it is due, and the documents that follow. */
export function Summary({ matter, problems }: Props) {
  const t = useWords();
  const language = useLanguage();
  const { entered } = useApplication();
  const { kind } = entered;
  const { data: template } = useQuery(queryOf(calls.notarization.matterTemplate, { kind }));
  const open = (Object.keys(parts) as (keyof typeof parts)[]).map((part) => ({
    part,
    count: [...problems.keys()].filter((field) =>
      (parts[part] as readonly string[]).includes(field.split('.')[0] ?? ''),
    ).length,
  }));
  return (
    <aside className="notarization-summary">
      <section className="panel" aria-labelledby="summary-parts">
        <h2 id="summary-parts">{t('parts')}</h2>
        <ol>
          {open.map(({ part, count }) => (
            <li key={part} data-done={count === 0}>
              <a href={`#part-${part}`}>
                {count === 0 ? <CheckCircleOutlined aria-hidden /> : <EditOutlined aria-hidden />} {t(part)}
              </a>
              <span className="secondary numbers">{count === 0 ? t('complete') : t('open', { count })}</span>
            </li>
          ))}
        </ol>
      </section>
      <section className="panel" aria-labelledby="summary-fee">
        <h2 id="summary-fee">{t('fee')}</h2>
        <p className="notarization-fee numbers">{template ? amount(template.feeCents) : '-'}</p>
        <p className="secondary">{t('feeHint')}</p>
      </section>
      <section className="panel" aria-labelledby="summary-documents">
        <h2 id="summary-documents">{t('documents')}</h2>
        <ul>
          {template?.documents.map((document) => (
            <li key={document.kind}>{document.name[language]}</li>
          ))}
        </ul>
        {!matterKindFacts[kind].mayOmitSession && <p className="secondary">{t('session')}</p>}
      </section>
      {isDiscardable(matter) && <Discard id={matter.id} />}
    </aside>
  );
}

/** Discards the draft. */
function Discard({ id }: { id: string }) {
  const t = useWords();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const discard = async () => {
    setPending(true);
    await ask(calls.notarization.abandonMatter, { id, reason: t('discardReason') });
    await refresh('matters');
    toast.success(t('discarded'));
    await navigate(paths.matters());
  };
  return (
    <ConfirmButton
      kind="danger"
      act={t('discard')}
      title={t('discardTitle')}
      hint={t('discardHint')}
      keep={t('keep')}
      isPending={isPending}
      onConfirm={() => void discard().finally(() => setPending(false))}
    />
  );
}
