import { calls, isMatterOver, type MatterParty, type NotaryMatter, notaryTextLength } from '@proofkeep/contract';
import { ask } from '../../api/ask.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { MatterPeople } from '../../ui/matter/people.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { ReasonField } from '../ui/reason-field.tsx';
import { RepeatSteps } from './acts/repeat-steps.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-parties', text);

interface Props {
  matter: NotaryMatter;
  onChanged: () => Promise<void>;
}

/** The parties with their full identity numbers, and the notary's actions on each one's identification. */
export function Parties({ matter, onChanged }: Props) {
  return (
    <MatterPeople people={matter.people} isOver={isMatterOver(matter.state)}>
      {(party) => <PartyActs matter={matter} party={party} onChanged={onChanged} />}
    </MatterPeople>
  );
}

function PartyActs({ matter, party, onChanged }: Props & { party: MatterParty }) {
  const t = useWords();
  const { id, version, state } = matter;
  const hasOpenStep = party.steps.some((step) => step.state === 'open');
  return (
    <div className="actions">
      {state === 'identity' && hasOpenStep && (
        <ActDialog
          button={{ size: 'small' }}
          title={t('identify', { name: party.name })}
          label={t('inPerson')}
          act={t('inPerson')}
          about={<p>{t('about')}</p>}
          send={({ note }: { note: string }) =>
            ask(calls.consoleNotarization.identifyParty, { id, version, partyId: party.id, note })
          }
          onSent={async () => {
            toast.success(t('identified'));
            await onChanged();
          }}
        >
          <ReasonField
            isFirst
            name="note"
            label={t('how')}
            help={t('howHelp')}
            missing={t('missing')}
            length={notaryTextLength.reason}
          />
        </ActDialog>
      )}
      {state === 'identity-review' && <RepeatSteps matter={matter} party={party} onChanged={onChanged} />}
    </div>
  );
}
