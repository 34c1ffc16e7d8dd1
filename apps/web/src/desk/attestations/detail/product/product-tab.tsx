import './product.css';
import { type AttestationDetail, calls, shopName } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { linkTo } from '../../../../api/ask.ts';
import { queryOf } from '../../../../api/queries.ts';
import { ErrorPanel } from '../../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../../ui/notices/skeleton.tsx';
import { spoken, words } from '../../../../ui/words/words.ts';
import { Completeness } from '../../completeness.tsx';
import text from '../words.json' with { type: 'json' };
import { FieldList } from './field-list.tsx';
import { ProductImages } from './product-images.tsx';
import { type Looked, productOf, productPath } from './product-record.ts';
import { ProductScreenshot } from './product-screenshot.tsx';

const useWords = words('product-tab', text);

export function ProductTab({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const { ano, state, manifestSha256, files, name, url } = detail;
  const isThere = files.some(({ path }) => path === productPath);
  const { data, error, refetch } = useQuery({ ...productOf(ano), enabled: isThere });
  const { data: pictures } = useQuery({ ...queryOf(calls.attestations.pictures, { anos: [ano] }), enabled: isThere });
  const [looked, look] = useState<Looked | null>(null);
  if (!manifestSha256)
    return <p className="secondary">{t(state === 'failed' || state === 'cancelled' ? 'gone' : 'nothing')}</p>;
  if (!isThere) return <p className="secondary">{t('unread')}</p>;
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  const tiles = pictures?.list[0]?.tiles ?? [];
  return (
    <>
      {detail.block && <Completeness detail={detail} />}
      <p className="secondary attestations-product-hint">
        {t('hint')} {data.platform !== 'generic' && t('platform', { platform: spoken(shopName(data.platform)) })}
      </p>
      {data.fields.length === 0 && <p role="status">{t('none')}</p>}
      <div className="attestations-product">
        <div className="attestations-product-facts">
          <FieldList fields={data.fields} tiles={tiles} looked={looked} onLook={look} />
          <ProductImages images={data.images} looked={looked} onLook={look} />
          <a href={linkTo(calls.attestations.file, { ano, path: productPath })} download>
            {t('file')}
          </a>
        </div>
        <ProductScreenshot name={name || url} tiles={tiles} box={boxOf(looked)} />
      </div>
    </>
  );
}

const boxOf = (looked: Looked | null) =>
  looked === null ? null : 'shown' in looked ? (looked.shown?.box ?? null) : looked.box;
