import {
  canonicalBytes,
  isProductValue,
  ProductBox,
  ProductField,
  ProductImage,
  type ProductRecord,
  type StructuredData,
} from '@proofkeep/bundle';
import type { Capture } from '../capture.ts';
import { headerOf } from '../record/exchange.ts';
import type { WarcPlace } from '../record/warc.ts';
import type { ChosenField } from './choose.ts';
import type { FoundProduct } from './found-product.ts';
import type { PageProduct } from './page-facts.ts';
import { RecordedResponses } from './sources.ts';

const mostFields = 2_000;
const mostImages = 500;

/** Writes `product.json` and `structured.json`, once the network record is written: they name its responses. */
export async function writeProduct(capture: Capture, found: FoundProduct, places: readonly WarcPlace[]): Promise<void> {
  const documentUrl = capture.document.peek()?.committed?.url ?? capture.url.get().href;
  const responses = new RecordedResponses(places, documentUrl);
  const fields: ProductField[] = [];
  for (const chosen of found.fields.slice(0, mostFields)) {
    const field = await fieldOf(chosen, responses, documentUrl);
    // A fact that is neither on the page nor in a response can't be proven.
    if (field && (field.shown !== null || field.source !== null)) fields.push(field);
  }
  const record: ProductRecord = {
    v: 1,
    type: 'proofkeep-product',
    ano: capture.job.captureId,
    platform: found.platform,
    fields,
    images: imagesOf(found.images, responses),
  };
  await capture.sink.put('product', 'product.json', 'application/json', canonicalBytes(record));
  const structured = found.data.map(({ kind, name, url, json }): StructuredData => {
    const response = responses.byUrl(url ?? documentUrl);
    return { kind, name, source: response ? { url: response.url, sha256: response.sha256 } : null, json };
  });
  const text = `${JSON.stringify(structured, null, 1)}\n`;
  await capture.sink.put('structured', 'structured.json', 'application/json', Buffer.from(text));
}

async function fieldOf(
  { name, variant, value, shown, quotations }: ChosenField,
  responses: RecordedResponses,
  documentUrl: string,
): Promise<ProductField | null> {
  const box = shown && boxOf(shown.box);
  const field: ProductField = {
    name,
    variant,
    value,
    shown: shown && box && { parts: shown.parts, reading: shown.reading, box },
    source: null,
  };
  if (!ProductField.safeParse(field).success || !isProductValue(field)) return null;
  for (const { parts, reading, at, url } of quotations) {
    const response = reading === 'address' ? responses.byUrl(documentUrl) : await responses.holding(parts, url);
    if (!response) continue;
    if (reading === 'address' && !response.url.includes(parts[0] ?? '')) continue;
    const where = at.replaceAll(/\p{Cc}/gu, ' ').slice(0, 500);
    return { ...field, source: { url: response.url, sha256: response.sha256, parts, reading, at: where } };
  }
  return field;
}

/** Null for an element without an area. */
function boxOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }): ProductBox | null {
  const box = { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height) };
  return box.width > 0 && box.height > 0 && width > 0 ? box : null;
}

/** Smaller ones are icons. */
const leastPx = 120 * 120;

function imagesOf(images: PageProduct['images'], responses: RecordedResponses): ProductImage[] {
  const hasRoles = images.some(({ role }) => role !== 'none');
  const byUrl = new Map<string, ProductImage>();
  for (const { url, box, naturalPx, role, isAside } of images) {
    const isOfProduct = hasRoles ? role !== 'none' : !isAside && (naturalPx === 0 || naturalPx >= leastPx);
    if (!isOfProduct || byUrl.has(url)) continue;
    const response = responses.byUrl(url);
    const { exchange } = response?.place ?? {};
    const place = box && boxOf(box);
    const image = ProductImage.safeParse({
      url,
      role: role === 'detail' ? 'detail' : 'gallery',
      // A page may place an image anywhere, even beyond the limits of a screenshot.
      box: ProductBox.safeParse(place).success ? place : null,
      source:
        response && exchange
          ? {
              url: response.url,
              sha256: response.sha256,
              size: exchange.body?.size ?? 0,
              mediaType: headerOf(exchange.response.headers, 'content-type')?.split(';')[0]?.trim() ?? '',
            }
          : null,
    });
    if (image.success) byUrl.set(url, image.data);
  }
  return [...byUrl.values()].slice(0, mostImages);
}
