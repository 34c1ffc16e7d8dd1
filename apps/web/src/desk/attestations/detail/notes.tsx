import { type AttestationDetail, calls, remarkLength } from '@proofkeep/contract';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useAct } from '../../../api/refresh.ts';
import { words } from '../../../ui/words/words.ts';
import { useEdit } from '../acts.ts';
import { LabelField } from '../label-field.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('notes', text);

/** Labels and remark. The holder can edit them at any time; they are not part of the evidence. */
export function Notes({ detail: { ano, kind, labels, remark } }: { detail: AttestationDetail }) {
  const t = useWords();
  const [typed, setTyped] = useState(remark);
  const edit = useEdit(kind);
  const label = useAct(calls.attestations.setLabels, 'attestations');
  return (
    <section className="attestations-notes">
      <label htmlFor="labels">{t('labels')}</label>
      <LabelField
        id="labels"
        aria-label={t('labels')}
        value={label.isPending ? (label.variables.labels as string[]) : labels}
        onChange={(wanted) => label.mutate({ id: ano, labels: wanted })}
      />
      <label htmlFor="remark">{t('remark')}</label>
      <Input.TextArea
        id="remark"
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={remarkLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed.trim() !== remark && (
        <Button loading={edit.isPending} onClick={() => edit.mutate({ id: ano, remark: typed.trim() })}>
          {t('save')}
        </Button>
      )}
    </section>
  );
}
