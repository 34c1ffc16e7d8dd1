import { DeleteOutlined } from '@ant-design/icons';
import {
  calls,
  companyNameLength,
  idNumberLength,
  matterPartyRoleWords,
  personNameLength,
  typedPhoneLength,
} from '@proofkeep/contract';
import { Button, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { FileField, sender } from '../../../ui/forms/file-field.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { type EnteredParty, useApplication } from './application.ts';
import { Field } from './field.tsx';
import { useOwnUpload } from './own-upload.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-party', text);

const send = sender(calls.uploads.uploadFile, {});

interface Props {
  at: number;
  party: EnteredParty;
  onChange: (part: Partial<EnteredParty>) => void;
  onRemove?: (() => void) | undefined;
}

/** One person or company: who they are, where codes go, and the authority of a person acting for them. */
export function PartyFields({ at, party, onChange, onRemove }: Props) {
  const t = useWords();
  const language = useLanguage();
  const place = `parties.${at}`;
  const isCompany = party.kind === 'company';
  const role = wordIn(matterPartyRoleWords[party.role], language);
  const representative = party.representative ?? {};
  return (
    <fieldset className="notarization-party">
      <legend>{party.name ? `${role} · ${party.name}` : role}</legend>
      <div className="notarization-party-head">
        <Radio.Group
          aria-label={t('kind')}
          value={party.kind}
          onChange={({ target }) => onChange({ kind: target.value as EnteredParty['kind'] })}
          options={[
            { value: 'person', label: t('person') },
            { value: 'company', label: t('company') },
          ]}
        />
        {onRemove && (
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('removeWho', { who: party.name || role })}
            onClick={onRemove}
          >
            {t('remove')}
          </Button>
        )}
      </div>
      <div className="notarization-pair">
        <Text
          name={`${place}.name`}
          label={t(isCompany ? 'companyName' : 'name')}
          max={(isCompany ? companyNameLength : personNameLength).max}
          value={party.name}
          onChange={(name) => onChange({ name })}
        />
        <Text
          name={`${place}.idNumber`}
          label={t(isCompany ? 'creditCode' : 'idNumber')}
          max={idNumberLength}
          isNumber
          value={party.idNumber}
          onChange={(idNumber) => onChange({ idNumber })}
        />
      </div>
      {isCompany && (
        <div className="notarization-pair">
          <Text
            name={`${place}.representative.name`}
            label={t('representative')}
            max={personNameLength.max}
            value={representative.name}
            onChange={(name) => onChange({ representative: { ...representative, name } })}
          />
          <Text
            name={`${place}.representative.idNumber`}
            label={t('representativeId')}
            max={idNumberLength}
            isNumber
            value={representative.idNumber}
            onChange={(idNumber) => onChange({ representative: { ...representative, idNumber } })}
          />
        </div>
      )}
      <Text
        name={`${place}.phone`}
        label={t('phone')}
        help={t('phoneHint')}
        max={typedPhoneLength}
        isPhone
        value={party.phone}
        onChange={(phone) => onChange({ phone })}
      />
      {(isCompany || party.role === 'agent') && (
        <Authority
          place={place}
          party={party}
          label={t(isCompany ? 'authorityCompany' : 'authority')}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}

interface TextProps {
  name: string;
  label: string;
  help?: string;
  max: number;
  value: string | undefined;
  isNumber?: boolean;
  isPhone?: boolean;
  onChange: (value: string) => void;
}

function Text({ name, label, help, max, value, isNumber = false, isPhone = false, onChange }: TextProps): ReactNode {
  return (
    <Field name={name} label={label} help={help}>
      <Input
        id={name}
        size="large"
        className={isNumber ? 'mono' : ''}
        maxLength={max}
        spellCheck={false}
        value={value ?? ''}
        {...(isPhone && { type: 'tel', inputMode: 'tel' as const })}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

function Authority({
  place,
  party,
  label,
  onChange,
}: Pick<Props, 'party' | 'onChange'> & { place: string; label: string }) {
  const upload = useOwnUpload();
  const { leave } = useApplication();
  const name = `${place}.authority`;
  return (
    <Field name={name} label={label}>
      <FileField
        id={name}
        label={label}
        purpose="attachment"
        send={send}
        value={party.authority ? upload(party.authority) : null}
        onChange={(file) => {
          leave(name);
          onChange({ authority: file?.fileId });
        }}
      />
    </Field>
  );
}
