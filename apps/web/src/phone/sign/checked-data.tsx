import { calls, cardSides, idNumberProblem, personNameLength } from '@proofkeep/contract';
import { useState } from 'react';
import { ask, linkTo } from '../../api/ask.ts';
import { type Check, hasLength } from '../../ui/forms/checks.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Alert } from '../../ui/plain/alert.tsx';
import { TextField } from '../../ui/plain/field.tsx';
import { Form, useForm } from '../../ui/plain/form.tsx';
import { words } from '../../ui/words/words.ts';
import { IdNumberField } from '../id-number-field.tsx';
import { SubmitAct } from '../submit-act.tsx';
import { forgetInput, keepInput, readInput } from './kept-input.ts';
import type { TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-check', text);

interface Fields {
  name: string;
  idNumber: string;
  validFrom: string;
  validUntil?: string;
}

const isDay = (value: unknown): value is string => /^\d{4}-\d{2}-\d{2}$/.test(String(value));

/** Name, number and dates as printed on the card, beside its pictures. */
export function CheckedData({ nid, matter, advance }: TaskProps) {
  const t = useWords();
  // What was typed before a reload.
  const key = { nid, partyId: matter.person.id, field: 'card', boundTo: '' };
  const [typed] = useState(() => readInput<Partial<Record<keyof Fields | 'isEndless', string>>>(key) ?? {});
  const [isEndless, setEndless] = useState(typed.isEndless !== undefined);
  const form = useForm();
  const { refusal, isSending, submit } = useSubmit<Fields>(form, async ({ name, idNumber, validFrom, validUntil }) => {
    const until = isEndless ? null : (validUntil ?? null);
    const after = await ask(calls.phoneSigning.submitCard, { nid, name, idNumber, validFrom, validUntil: until });
    forgetInput(key);
    advance(after);
  });
  const today = new Date().toISOString().slice(0, 10);
  const checkName: Check = (value) =>
    hasLength(value, personNameLength.min, personNameLength.max) ? null : t('nameWrong');
  const checkNumber: Check = (value) => {
    const problem = idNumberProblem(String(value ?? '').trim(), new Date());
    return problem && t(`number-${problem}`);
  };
  const checkFrom: Check = (value) => (isDay(value) && value <= today ? null : t('fromWrong'));
  const checkUntil: Check = (value) => {
    if (!isDay(value)) return t('untilWrong');
    return value < today ? t('expired') : null;
  };
  return (
    <Form<Fields>
      form={form}
      onFinish={submit}
      onChange={({ currentTarget }) => keepInput(key, Object.fromEntries(new FormData(currentTarget)))}
    >
      <div className="phone-sides">
        {cardSides.map((side) => (
          <img key={side} src={linkTo(calls.phoneSigning.ownCardPicture, { nid, side })} alt={t(side)} />
        ))}
      </div>
      {refusal && <Alert kind="error" title={refusal} />}
      <TextField
        name="name"
        label={t('name')}
        check={checkName}
        defaultValue={typed.name ?? matter.person.name}
        autoComplete="name"
        maxLength={personNameLength.max}
      />
      <IdNumberField label={t('idNumber')} help={t('idNumberHelp')} check={checkNumber} defaultValue={typed.idNumber} />
      <TextField
        name="validFrom"
        label={t('from')}
        check={checkFrom}
        type="date"
        max={today}
        defaultValue={typed.validFrom}
      />
      {!isEndless && (
        <TextField
          name="validUntil"
          label={t('until')}
          check={checkUntil}
          type="date"
          defaultValue={typed.validUntil}
        />
      )}
      <label className="phone-check">
        <input
          type="checkbox"
          name="isEndless"
          checked={isEndless}
          onChange={({ target }) => setEndless(target.checked)}
        />
        <span>{t('endless')}</span>
      </label>
      <p className="secondary">{t('differs')}</p>
      <SubmitAct act={t('confirm')} isSending={isSending} />
    </Form>
  );
}
