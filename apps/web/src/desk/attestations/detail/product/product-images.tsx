import type { ProductImage } from '@proofkeep/bundle';
import { fileSize } from '../../../../ui/words/formatters.ts';
import { words } from '../../../../ui/words/words.ts';
import text from '../words.json' with { type: 'json' };
import type { Looked } from './product-record.ts';

const useWords = words('product-images', text);

/** Images of the product; their bytes are in the network record. */
export function ProductImages({
  images,
  looked,
  onLook,
}: {
  images: readonly ProductImage[];
  looked: Looked | null;
  onLook: (image: Looked) => void;
}) {
  const t = useWords();
  if (images.length === 0) return null;
  const lost = images.filter(({ source }) => source === null).length;
  return (
    <>
      <h2>{t('title', { count: images.length })}</h2>
      {lost > 0 && <p className="secondary">{t('lost', { count: lost })}</p>}
      <ul className="attestations-product-fields panel" aria-label={t('title', { count: images.length })}>
        {images.map((image) => (
          <li key={image.url} data-looked={image === looked} onMouseEnter={() => onLook(image)}>
            <button
              type="button"
              className="attestations-row-button"
              onFocus={() => onLook(image)}
              onClick={() => onLook(image)}
            >
              <span className="secondary">{t(image.role)}</span>
              <span className="mono">{nameOf(image.url)}</span>
              <span className="secondary numbers attestations-product-unseen">
                {image.source ? fileSize(image.source.size) : t('missing')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const nameOf = (url: string) => decodeURIComponentSafely(URL.parse(url)?.pathname.split('/').at(-1) || url);

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
