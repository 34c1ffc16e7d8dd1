import { calls, headerKindWords, isForSpecial, type KeptHeader } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { headers } from './acts.ts';
import { HeaderForm } from './header-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-headers', text);

export function Headers() {
  const t = useWords();
  const { data, error, refetch } = useQuery(headers);
  const [edited, setEdited] = useState<KeptHeader | 'new' | null>(null);
  const add = (
    <Button type="primary" onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {!data && <Skeleton rows={6} />}
      {data?.list.length === 0 && (
        <EmptyState title={t('none')} hint={t('noneHint')}>
          {add}
        </EmptyState>
      )}
      {data && data.list.length > 0 && <div className="invoices-act">{add}</div>}
      <ul className="invoices-headers" aria-label={t('list')}>
        {data?.list.map((header) => (
          <Card key={header.id} header={header} onEdit={() => setEdited(header)} />
        ))}
      </ul>
      {edited && (
        <HeaderForm
          header={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            toast.success(t('saved'));
            void refresh('invoiceHeaders');
          }}
        />
      )}
    </>
  );
}

function Card({ header, onEdit }: { header: KeptHeader; onEdit: () => void }) {
  const t = useWords();
  const language = useLanguage();
  const { id, kind, title, taxNumber, bankName, bankAccount, address, phone, isDefault } = header;
  const facts = [
    [t('taxNumber'), taxNumber],
    [t('bank'), [bankName, bankAccount].filter(Boolean).join(' ')],
    [t('address'), [address, phone].filter(Boolean).join(' ')],
  ] as const;
  return (
    <li className="panel">
      <p className="invoices-who">
        <strong>{title}</strong>
        <span className="chip">{wordIn(headerKindWords[kind], language)}</span>
        {isForSpecial(header) && <span className="chip">{t('special')}</span>}
        {isDefault && (
          <span className="chip" data-tone="busy">
            {t('isDefault')}
          </span>
        )}
      </p>
      <dl className="invoices-facts">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <Fact key={label} name={label}>
              {value}
            </Fact>
          ))}
      </dl>
      <Acts id={id} header={header} onEdit={onEdit} />
    </li>
  );
}

function Acts({ id, header, onEdit }: { id: string; header: KeptHeader; onEdit: () => void }) {
  const t = useWords();
  const removing = useMutation({
    mutationFn: () => ask(calls.invoices.deleteHeader, { id }),
    onSuccess: () => toast.success(t('deleted')),
    onSettled: () => refresh('invoiceHeaders'),
  });
  const setting = useMutation({
    mutationFn: () => ask(calls.invoices.editHeader, { ...header, isDefault: true }),
    onSettled: () => refresh('invoiceHeaders'),
  });
  return (
    <div className="actions">
      <Button onClick={onEdit}>{t('edit')}</Button>
      {!header.isDefault && (
        <Button loading={setting.isPending} onClick={() => setting.mutate()}>
          {t('makeDefault')}
        </Button>
      )}
      <ConfirmButton
        act={t('remove')}
        title={t('sure')}
        hint={t('sureHint', { title: header.title })}
        keep={t('keep')}
        kind="danger"
        isPending={removing.isPending}
        onConfirm={() => removing.mutate()}
      />
    </div>
  );
}
