import { PlusOutlined } from '@ant-design/icons';
import { matterKindFacts, matterLimits } from '@proofkeep/contract';
import { Button } from 'antd';
import { words } from '../../../ui/words/words.ts';
import { type EnteredParty, useApplication } from './application.ts';
import { Part } from './part.tsx';
import { PartyFields } from './party-fields.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-parties', text);

/** The people and companies of the matter. */
export function PartiesPart() {
  const t = useWords();
  const { entered, change } = useApplication();
  const { parties, kind } = entered;
  const { needsCounterparty, mayHaveAgent } = matterKindFacts[kind];
  const add = (role: EnteredParty['role']) => change({ parties: [...parties, { kind: 'person', role }] });
  const isFull = parties.length >= matterLimits.parties;
  return (
    <Part name="parties" title={t('title')} hint={t(needsCounterparty ? 'hintBoth' : 'hint')}>
      {parties.map((party, at) => (
        <PartyFields
          // oxlint-disable-next-line react/no-array-index-key -- fields are controlled, a party has no id before it is submitted
          key={at}
          at={at}
          party={party}
          onChange={(part) => change({ parties: parties.map((one, n) => (n === at ? { ...one, ...part } : one)) })}
          onRemove={parties.length > 1 ? () => change({ parties: parties.filter((_one, n) => n !== at) }) : undefined}
        />
      ))}
      <div className="actions">
        {!parties.some(({ role }) => role === 'applicant') && (
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add('applicant')}>
            {t('applicant')}
          </Button>
        )}
        <Button icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={() => add('counterparty')}>
          {t('counterparty')}
        </Button>
        {mayHaveAgent && (
          <Button icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={() => add('agent')}>
            {t('agent')}
          </Button>
        )}
      </div>
    </Part>
  );
}
