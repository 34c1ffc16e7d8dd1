import { type CourtApplication, calls } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { refresh, useAct } from '../../api/refresh.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { words } from '../../ui/words/words.ts';
import { CaseFields } from './case-fields.tsx';
import { Items } from './items.tsx';
import { Parties } from './parties.tsx';
import { type Saving, useDraft } from './use-draft.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-editor', text);

/** Edits a draft. Signing verifies each attestation again. */
export function Editor({ application }: { application: CourtApplication }) {
  const t = useWords();
  const { id } = application;
  const { draft, change, saving, settle } = useDraft(application);
  const [isSigning, setSigning] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);
  const discard = useAct(calls.courtApplications.withdrawCourtApplication, 'courtApplications');
  const sign = async () => {
    setSigning(true);
    setRefusals([]);
    try {
      if (await settle()) await ask(calls.courtApplications.prepareCourtApplication, { id });
    } catch (error) {
      const { message, fields } = toApiError(error);
      const missing = fields?.map(({ field }) => missingOf(field)) ?? [];
      setRefusals(missing.length > 0 ? [...new Set(missing)].map((one) => t(one)) : [message]);
    } finally {
      setSigning(false);
      await refresh('courtApplications');
    }
  };
  return (
    <div className="court-applications-columns">
      <div className="court-applications-column">
        <CaseFields draft={draft} onChange={change} />
        <Parties parties={draft.parties} onChange={(parties) => change({ parties })} />
        <Items
          id={id}
          items={draft.items}
          evidence={application.evidence}
          settle={settle}
          onChange={(items) => change({ items })}
        />
      </div>
      <aside className="court-applications-summary panel" aria-label={t('next')}>
        <h2>{t('next')}</h2>
        <p className="secondary">{t('nextHint')}</p>
        {refusals.map((refusal) => (
          <Refusal key={refusal}>{refusal}</Refusal>
        ))}
        <Button type="primary" size="large" loading={isSigning} onClick={() => void sign()}>
          {t('sign')}
        </Button>
        <SavingLine saving={saving} />
        <ConfirmButton {...confirmAct(t, 'discard', discard, { id })} kind="danger" />
      </aside>
    </div>
  );
}

/** Missing fields, by name. */
function missingOf(field: string) {
  if (field === 'court') return 'missingCourt';
  if (field === 'cause') return 'missingCause';
  if (field === 'items') return 'missingItems';
  if (field.startsWith('parties')) return 'missingParties';
  return 'missingInItems';
}

function SavingLine({ saving }: { saving: Saving }) {
  const t = useWords();
  return (
    <p role="status" className="secondary court-applications-saving" data-at={saving.at}>
      {saving.at === 'refused'
        ? t('refused', { message: saving.message })
        : t(saving.at === 'saved' ? 'saved' : 'saving')}
    </p>
  );
}
