import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  type CourtParty,
  companyNameLength,
  courtLimits,
  courtSides,
  courtSideWords,
  personNameLength,
} from '@proofkeep/contract';
import { Button, Input, Select } from 'antd';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-parties', text);

interface Props {
  parties: readonly CourtParty[];
  onChange: (parties: CourtParty[]) => void;
}

/** Plaintiffs and defendants. A party without a name isn't saved: it is kept here until it has one. */
export function Parties({ parties, onChange }: Props) {
  const t = useWords();
  const language = useLanguage();
  const replace = (at: number, party: CourtParty) => onChange(parties.map((one, i) => (i === at ? party : one)));
  return (
    <section className="panel court-applications-part">
      <h2>{t('title')}</h2>
      {courtSides.map((side) => (
        <fieldset key={side} className="court-applications-side">
          <legend>{wordIn(courtSideWords[side], language)}</legend>
          {parties.map(
            (party, at) =>
              party.side === side && (
                // oxlint-disable-next-line react/no-array-index-key -- parties have no id, and their order is their own
                <PartyRow
                  key={at}
                  party={party}
                  onChange={(changed) => replace(at, changed)}
                  onRemove={() => onChange(parties.filter((_one, i) => i !== at))}
                />
              ),
          )}
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={parties.length >= courtLimits.parties}
            onClick={() => onChange([...parties, { kind: 'company', side, name: '', idNumber: '' }])}
          >
            {t(side === 'plaintiff' ? 'addPlaintiff' : 'addDefendant')}
          </Button>
        </fieldset>
      ))}
      <p className="secondary">{t('numberHint')}</p>
    </section>
  );
}

function PartyRow({
  party,
  onChange,
  onRemove,
}: {
  party: CourtParty;
  onChange: (party: CourtParty) => void;
  onRemove: () => void;
}) {
  const t = useWords();
  const { kind, name, idNumber } = party;
  return (
    <div className="court-applications-party">
      <Select
        aria-label={t('kind')}
        value={kind}
        onChange={(chosen: CourtParty['kind']) => onChange({ ...party, kind: chosen, idNumber: '' } as CourtParty)}
        options={[
          { value: 'company', label: t('company') },
          { value: 'person', label: t('person') },
        ]}
      />
      <Input
        aria-label={t('name')}
        placeholder={t('name')}
        value={name}
        maxLength={kind === 'company' ? companyNameLength.max : personNameLength.max}
        onChange={({ target }) => onChange({ ...party, name: target.value })}
      />
      <Input
        aria-label={t(kind === 'company' ? 'creditCode' : 'idNumber')}
        placeholder={t(kind === 'company' ? 'creditCode' : 'idNumber')}
        value={idNumber}
        maxLength={courtLimits.idNumber}
        onChange={({ target }) => onChange({ ...party, idNumber: target.value.trim().toUpperCase() })}
      />
      <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={t('remove')} onClick={onRemove} />
    </div>
  );
}
