import { calls, notaryTextLength } from '@proofkeep/contract';
import { ask } from '../../../api/ask.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import { ReasonField } from '../../ui/reason-field.tsx';
import text from '../words.json' with { type: 'json' };
import type { ActProps } from './act.ts';

const useWords = words('console-matter-reason', text);

const { consoleNotarization } = calls;

const acts = {
  waive: consoleNotarization.waiveFee,
  amend: consoleNotarization.amendMatter,
  reopen: consoleNotarization.reopenSession,
} as const;

/** Makes an action that needs only a reason. */
const reasonAct = (act: keyof typeof acts) =>
  function ReasonAct({ matter: { id, version }, onChanged }: ActProps) {
    const t = useWords();
    return (
      <ActDialog
        title={t(`${act}Title`)}
        label={t(act)}
        act={t(act)}
        about={<p>{t(`${act}Hint`)}</p>}
        send={({ reason }: { reason: string }) => ask(acts[act], { id, version, reason })}
        onSent={async () => {
          toast.success(t(`${act}Done`));
          await onChanged();
        }}
      >
        <ReasonField isFirst label={t('reason')} missing={t('missing')} length={notaryTextLength.reason} />
      </ActDialog>
    );
  };

export const WaiveFee = reasonAct('waive');
/** Draws the documents again: after a dispute, or because the notary found an error in them. */
export const Amend = reasonAct('amend');
export const Reopen = reasonAct('reopen');
