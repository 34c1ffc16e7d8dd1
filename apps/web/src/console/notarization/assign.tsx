import { calls, isMatterOver, type NotaryMatter } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-assign', text);

/** The notary who handles the matter, and the dialog that assigns it to another one of the office. */
export function Assign({ matter, onChanged }: { matter: NotaryMatter; onChanged: () => Promise<void> }) {
  const t = useWords();
  const { data: own } = useQuery(queryOf(calls.consoleNotarization.ownOffice, {}));
  const { id, version, notaryId, notaryName, isMine, state } = matter;
  return (
    <span className="console-notarization-assign">
      {notaryName ? `${notaryName}${isMine ? ` ${t('you')}` : ''}` : t('unassigned')}
      {!isMatterOver(state) && (
        <ActDialog
          button={{ size: 'small', type: 'link' }}
          label={t('change')}
          title={t('title')}
          act={t('act')}
          initialValues={{ notaryId: notaryId ?? undefined }}
          send={(values: { notaryId: string }) =>
            ask(calls.consoleNotarization.assignMatter, { id, version, notaryId: values.notaryId })
          }
          onSent={async () => {
            toast.success(t('done'));
            await onChanged();
          }}
        >
          <Form.Item name="notaryId" label={t('notary')} rules={[{ required: true, message: t('missing') }]}>
            <Select
              options={own?.office?.notaries.map((one) => ({
                value: one.id,
                label: `${one.name} · ${t('load', { count: one.openMatters })}`,
              }))}
            />
          </Form.Item>
        </ActDialog>
      )}
    </span>
  );
}
