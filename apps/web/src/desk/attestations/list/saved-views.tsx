import { CloseOutlined } from '@ant-design/icons';
import { calls, savedViews } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { useAct } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('saved-views', text);

/** The user's saved filters as links, and a button that saves the current ones. */
export function SavedViews({ address }: { address: string }) {
  const t = useWords();
  const { data } = useQuery(queryOf(calls.attestations.views, {}));
  const remove = useAct(calls.attestations.deleteView, 'savedViews');
  const views = data?.list ?? [];
  const isSaved = views.some(({ query }) => query === address);
  if (views.length === 0 && address === '') return null;
  return (
    <div className="attestations-list-views" role="group" aria-label={t('label')}>
      {views.map(({ id, name, query }) => (
        <span key={id} className="chip">
          <Link to={`${paths.attestations}?${query}`} aria-current={query === address ? 'true' : undefined}>
            {name}
          </Link>
          <button type="button" aria-label={t('remove', { name })} onClick={() => remove.mutate({ id })}>
            <CloseOutlined aria-hidden />
          </button>
        </span>
      ))}
      {address !== '' && !isSaved && <SaveView address={address} />}
    </div>
  );
}

function SaveView({ address }: { address: string }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const save = useAct(calls.attestations.saveView, 'savedViews');
  const form = (
    <Form
      layout="inline"
      onFinish={({ name }: { name: string }) =>
        save.mutate({ name, query: address }, { onSuccess: () => setOpen(false) })
      }
    >
      <Form.Item name="name" rules={[{ required: true, whitespace: true, message: t('nameMissing') }]}>
        <Input aria-label={t('name')} placeholder={t('name')} maxLength={savedViews.name} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={save.isPending}>
        {t('save')}
      </Button>
    </Form>
  );
  return (
    <Popover open={isOpen} onOpenChange={setOpen} trigger="click" content={form} destroyOnHidden>
      <Button size="small">{t('saveThis')}</Button>
    </Popover>
  );
}
