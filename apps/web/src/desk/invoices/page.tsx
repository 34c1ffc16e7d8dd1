import './invoices.css';
import { Alert, Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { words } from '../../ui/words/words.ts';
import { useMayInvoice } from './acts.ts';
import { Headers } from './headers.tsx';
import { List } from './list.tsx';
import { Orders } from './orders.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoices', text);

const tabs: Record<'invoices' | 'orders' | 'headers', () => ReactNode> = {
  invoices: List,
  orders: Orders,
  headers: Headers,
};
const names = Object.keys(tabs) as (keyof typeof tabs)[];

/** `/invoice`; the URL holds the open tab. */
export function Component() {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const mayInvoice = useMayInvoice();
  const active = names.find((name) => name === query.get('tab')) ?? 'invoices';
  return (
    <>
      <PageHeading title={t('title')} />
      {mayInvoice === false && <Alert type="info" showIcon title={t('mayNot')} />}
      {mayInvoice && (
        <Tabs
          activeKey={active}
          destroyOnHidden
          onChange={(tab) => setQuery(tab === 'invoices' ? {} : { tab })}
          items={names.map((name) => {
            const Tab = tabs[name];
            return { key: name, label: t(name), children: <Tab /> };
          })}
        />
      )}
    </>
  );
}
