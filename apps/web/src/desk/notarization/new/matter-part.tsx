import {
  type MatterField,
  type MatterKind,
  matterKindFacts,
  matterKinds,
  matterLimits,
  matterPurposeLength,
} from '@proofkeep/contract';
import { Input, Select } from 'antd';
import { YuanInput } from '../../../ui/forms/yuan-input.tsx';
import { centsOf } from '../../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { useApplication } from './application.ts';
import { Field } from './field.tsx';
import { Part } from './part.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-part', text);

/** Kind, purpose and the questions of the kind's form. */
export function MatterPart() {
  const t = useWords();
  const language = useLanguage();
  const { entered, change } = useApplication();
  const { kind, form, purpose } = entered;
  const chooseKind = (chosen: MatterKind) => {
    const { fields, materials, mayHaveAgent } = matterKindFacts[chosen];
    change({
      kind: chosen,
      form: Object.fromEntries(Object.entries(form).filter(([name]) => fields.some((field) => field.name === name))),
      materials: entered.materials.filter(({ code }) => materials.some((material) => material.code === code)),
      parties: entered.parties.filter(({ role }) => mayHaveAgent || role !== 'agent'),
    });
  };
  return (
    <Part name="kind" title={t('title')} hint={wordIn(matterKindFacts[kind].about, language)}>
      <Field name="kind" label={t('kind')}>
        <Select
          id="kind"
          size="large"
          value={kind}
          onChange={chooseKind}
          options={matterKinds.map((value) => ({ value, label: wordIn(matterKindFacts[value].name, language) }))}
        />
      </Field>
      <Field name="purpose" label={t('purpose')} help={t('purposeHint')}>
        <Input
          id="purpose"
          size="large"
          maxLength={matterPurposeLength.max}
          value={purpose}
          onChange={({ target }) => change({ purpose: target.value })}
        />
      </Field>
      {matterKindFacts[kind].fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          value={form[field.name] ?? ''}
          onChange={(value) => change({ form: { ...form, [field.name]: value } })}
        />
      ))}
    </Part>
  );
}

interface FieldProps {
  field: MatterField;
  value: string;
  onChange: (value: string) => void;
}

function FormField({ field: { name, label, input, isRequired, help }, value, onChange }: FieldProps) {
  const t = useWords();
  const language = useLanguage();
  const id = `form.${name}`;
  const common = { id, size: 'large', value } as const;
  return (
    <Field
      name={id}
      label={isRequired ? wordIn(label, language) : t('optional', { label: wordIn(label, language) })}
      help={help && wordIn(help, language)}
    >
      {input === 'long' ? (
        <Input.TextArea
          {...common}
          rows={4}
          maxLength={matterLimits.answer}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : input === 'cents' ? (
        <YuanInput
          id={id}
          size="large"
          className="amount-input"
          precision={2}
          min={0}
          value={value === '' ? null : Number(value) / 100}
          onChange={(yuan) => onChange(yuan === null ? '' : String(centsOf(yuan)))}
        />
      ) : (
        <Input
          {...common}
          type={input === 'date' ? 'date' : 'text'}
          maxLength={matterLimits.answer}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
