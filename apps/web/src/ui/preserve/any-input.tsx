import { completeUrls, mostUrls, shopName } from '@proofkeep/contract';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../address/paths.ts';
import { useLanguage, wordIn, words } from '../words/words.ts';
import { AnyField } from './any-field.tsx';
import { giveToForm, type Handover, takeForField } from './handover.ts';
import { type Platform, type Understood, understandFiles, understandText } from './understand.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('any-input', text);

/** More URLs than the page form accepts become a batch. */
const isBatch = (found: Understood): boolean => found.kind === 'page' && found.count > mostUrls;

/** Product pages, of any shops, have a form of their own. */
const isProducts = (found: Understood): boolean => found.kind === 'page' && found.products === found.count;

/** Query of the form for it; null if there is none. */
function formOf(found: Understood): string | null {
  if (found.kind === 'nothing' || found.kind === 'unknown' || found.kind === 'sm3') return null;
  if (isBatch(found)) return '?kind=sheet';
  const kind = isProducts(found) ? 'ecommerce' : found.kind;
  return kind === 'page' ? '' : `?kind=${kind}`;
}

/** One field for everything that can be preserved: says what it recognized, and opens the form for it. */
export function AnyInput() {
  const t = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const [typed, type] = useState('');
  const understood = understandText(typed);
  const open = (handover: Handover) => {
    const found = 'text' in handover ? understandText(handover.text) : understandFiles(handover.files);
    const query = formOf(found);
    if (query === null) return 'text' in handover ? type(handover.text) : undefined;
    type('');
    giveToForm(
      'text' in handover && isBatch(found)
        ? { files: [new File([completeUrls(handover.text)], `${t('pasted')}.csv`)] }
        : handover,
    );
    // A new number each time, so that the form also takes the next content.
    return void navigate(`${paths.preserve}${query}`, { replace: true, state: { given: Date.now() } });
  };
  const opening = useRef(open);
  useEffect(() => {
    const given = takeForField();
    if (given) opening.current(given);
  }, []);
  return (
    <AnyField
      typed={typed}
      onType={type}
      said={said()}
      isReady={formOf(understood) !== null}
      onText={() => open({ text: typed })}
      onFiles={(files) => open({ files })}
    />
  );

  function nameOf(platform: Platform): string {
    return platform === 'wechat' || platform === 'weibo' ? t(platform) : wordIn(shopName(platform), language);
  }

  function said(): string | null {
    switch (understood.kind) {
      case 'nothing':
        return null;
      case 'page': {
        const { count, products, isShare } = understood;
        const platform = understood.platform && nameOf(understood.platform);
        if (products > 0 && products < count) return t('mixed', { count, products });
        if (products > 0) return platform ? t('productsOf', { count, platform }) : t('products', { count });
        if (platform) return t(isShare ? 'shared' : 'ofPlatform', { count, platform });
        return t('pages', { count });
      }
      case 'digests':
        return t('digests', { count: understood.digests.length });
      case 'sm3':
        return t('sm3');
      default:
        return t('unknown');
    }
  }
}
