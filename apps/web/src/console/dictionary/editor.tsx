import { calls, type DictionaryVersion, dictionary } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Conflict } from './conflict.tsx';
import { Fields } from './fields.tsx';
import { type Json, shapes } from './shapes.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary-editor', text);

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Props {
  present: DictionaryVersion;
  onSaved: (saved: DictionaryVersion) => void;
}

export function Editor({ present, onSaved }: Props) {
  const t = useWords();
  const { name, version } = present;
  const [value, setValue] = useState<Json>(present.value);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  /** Version that another operator saved in the meantime. */
  const [theirs, setTheirs] = useState<DictionaryVersion | null>(null);
  const saving = useMutation({
    mutationFn: (over: number) => ask(calls.dictionary.changeDictionary, { name, version: over, value }),
    meta: { isShownInPlace: true },
    onSuccess: (saved) => {
      toast.success(t('saved'));
      onSaved(saved);
    },
    onError: async (error) => {
      if (isApiError(error, 'CHANGED_MEANWHILE')) setTheirs(await latest(name));
      setWrong(new Set(toApiError(error).fields.map(({ field }) => field.replace(/^value\./, ''))));
    },
  });
  const save = (over: number) => {
    const parsed = dictionary[name].value.safeParse(value);
    setWrong(new Set(parsed.error?.issues.map(({ path }) => path.join('.'))));
    if (parsed.success) saving.mutate(over);
  };
  const refusal = saving.error && !theirs ? toApiError(saving.error).message : wrong.size > 0 ? t('wrong') : null;
  const isChanged = !isSame(value, present.value);
  return (
    <form
      className="console-dictionary-form"
      onSubmit={(sent) => {
        sent.preventDefault();
        save(version);
      }}
    >
      <Refusal>{refusal}</Refusal>
      {theirs && (
        <Conflict
          theirs={theirs}
          mine={value}
          isSending={saving.isPending}
          onKeepMine={() => save(theirs.version)}
          onTakeTheirs={() => onSaved(theirs)}
        />
      )}
      <Fields shape={shapes[name]} value={value} wrong={wrong} onChange={setValue} />
      <div className="actions">
        <Button
          type="primary"
          htmlType="submit"
          loading={saving.isPending}
          disabled={!isChanged || theirs !== null}
          title={isChanged ? undefined : t('unchanged')}
        >
          {t('save')}
        </Button>
        {isChanged && (
          <Button
            onClick={() => {
              setValue(present.value);
              setWrong(new Set());
            }}
          >
            {t('undo')}
          </Button>
        )}
      </div>
    </form>
  );
}

async function latest(name: DictionaryVersion['name']): Promise<DictionaryVersion | null> {
  const { list } = await ask(calls.dictionary.dictionaryHistory, { name });
  return list[0] ?? null;
}
