import {
  collapsed,
  holdsParts,
  isProductValue,
  openZip,
  type ProductField,
  ProductRecord,
  type ProductSource,
  paths,
  readableForms,
  readProductValue,
  readSealed,
  responseText,
  type Zip,
} from '@proofkeep/bundle';
import type { Context } from './context.ts';
import { detail, detailOf, problem } from './details.ts';
import { type IndexLine, readIndex } from './network-record.ts';
import { payloadOf } from './warc-payload.ts';

/**
 * Checks the stated facts of a product page: each fact follows from its quotations, the page's text contains what was
 * displayed, and the response named as its source is in the network record and contains the quotation. Images are
 * compared by digest.
 */
export async function checkProduct(context: Context): Promise<void> {
  const { manifest, note, zip, part } = context;
  const subject = paths.product;
  const isThere = manifest.objects.some(({ path }) => path === subject);
  if (manifest.kind !== 'ecommerce' && !isThere) return;
  try {
    if (manifest.kind !== 'ecommerce') throw problem('product-of-page');
    // The step that reads the facts may have failed, as stated in the report; then there is nothing to check.
    if (!isThere) return note('product', 'not-checked', { subject, required: false, detail: detail('missing') });
    const { ano, fields, images } = readSealed(ProductRecord, await part(subject), subject);
    if (ano !== manifest.ano) throw problem('other-bundle');
    const responses = await openResponses(await openZip(zip.part(paths.record)));
    const pageText = await textOfPage(context);
    const facts = fields.map((field, i) => ({ field, named: { number: i + 1, name: field.name } }));
    for (const { field, named } of facts) {
      if (!followsFromQuotations(field, manifest.subject.finalUrl)) throw problem('product-field', named);
      if (pageText !== null && !isShown(field, pageText)) throw problem('product-text', named);
      if (field.source && !responses.find(field.source)) throw problem('product-source', named);
    }
    const beyondLimit = new Set<ProductField>();
    // Grouped by response, so that only one response's text is in memory at a time.
    for (const group of Map.groupBy(facts, ({ field }) => keyOf(field.source)).values()) {
      const forms = await responses.forms(group[0]?.field.source ?? null);
      for (const { field, named } of group) {
        if (forms === null || !responses.spend(field, forms, pageText)) beyondLimit.add(field);
        else if (!isInSource(field, forms)) throw problem('product-source', named);
        else if (pageText !== null && !isVariantThere(field, pageText, forms)) throw problem('product-text', named);
      }
    }
    for (const { source, url } of images)
      if (source && !responses.find(source)) throw problem('product-image', { url });
    const compared = fields.filter((field) => !beyondLimit.has(field));
    const checked = compared.filter(({ shown, variant }) => pageText !== null || (shown ?? variant) === null);
    const sourced = checked.filter(({ source }) => source !== null).length;
    if (checked.length > 0 || fields.length === 0)
      note('product', 'passed', { subject, detail: detail('product-facts', { count: checked.length, sourced }) });
    const noteUnchecked = (code: 'product-no-text' | 'product-limit', count: number) => {
      if (count > 0) note('product', 'not-checked', { subject, required: false, detail: detail(code, { count }) });
    };
    noteUnchecked('product-no-text', compared.length - checked.length);
    noteUnchecked('product-limit', beyondLimit.size);
  } catch (error) {
    note('product', 'failed', { subject, detail: detailOf(error) });
  }
}

/**
 * Forms of the page's text; null if it was not kept, so displayed text can't be compared. The page's text may have line
 * breaks where a quotation has none: in the second form, white space remains only between digits.
 */
async function textOfPage({ manifest, part }: Context): Promise<readonly string[] | null> {
  const path = `${paths.dataFolder}page.txt`;
  if (!manifest.objects.some((object) => object.path === path)) return null;
  const text = new TextDecoder().decode(await part(path));
  return [collapsed(text), compact(text)];
}

const compact = (text: string): string => collapsed(text).replaceAll(/(?<!\d) | (?!\d)/g, '');

/** Whether the page's text contains the parts; a number must match as a whole. */
const isOnPage = (parts: readonly string[], pageText: readonly string[]): boolean =>
  holdsParts(pageText, parts) || holdsParts(pageText, parts.map(compact));

/** Whether the parts occur next to each other; if invisible text separates them, whether each occurs. */
const isShown = ({ shown }: ProductField, pageText: readonly string[]): boolean =>
  shown === null || isOnPage([shown.parts.join('')], pageText) || isOnPage(shown.parts, pageText);

function followsFromQuotations(field: ProductField, pageUrl: string): boolean {
  const { shown, source, value } = field;
  const reads = (one: Pick<NonNullable<typeof shown>, 'reading' | 'parts'>, address: string) =>
    readProductValue(one.reading, one.parts, { address, value }) === value;
  return (
    isProductValue(field) &&
    (shown !== null || source !== null) &&
    (shown === null || reads(shown, pageUrl)) &&
    (source === null || reads(source, source.reading === 'link' ? pageUrl : source.url))
  );
}

const isInSource = ({ source }: ProductField, forms: readonly string[]): boolean =>
  source === null || source.reading === 'address' || holdsParts(forms, source.parts);

const isVariantThere = ({ variant }: ProductField, pageText: readonly string[], forms: readonly string[]): boolean =>
  partsOf(variant).every((part) => isOnPage([part], pageText) || holdsParts(forms, [part]));

const partsOf = (variant: string | null): string[] => (variant ?? '').split(' / ').filter(Boolean);

/** Maximum bytes of responses that are read, and characters that are searched: searching this many takes seconds. */
const most = { bytes: 256 * 2 ** 20, searched: 20_000_000_000 };

interface Responses {
  find(source: ProductSource): IndexLine | undefined;
  /** Undefined without a source; null if the response is too long. Not cached. */
  forms(source: ProductSource | null): Promise<readonly string[] | null>;
  /** @returns false once the search for all fields together would take too long */
  spend(field: ProductField, forms: readonly string[], pageText: readonly string[] | null): boolean;
}

const keyOf = (source: ProductSource | null): string => (source ? `sha256:${source.sha256} ${source.url}` : '');

const lengthOf = (forms: readonly string[]): number => forms.reduce((sum, { length }) => sum + length, 0);

async function openResponses(wacz: Zip): Promise<Responses> {
  const lines = await readIndex(wacz);
  const byKey = new Map(lines.map((line) => [`${String(line.digest)} ${line.url}`, line]));
  const left = { ...most };
  return {
    find: (source) => byKey.get(keyOf(source)),
    async forms(source) {
      const line = byKey.get(keyOf(source));
      if (!line) return [];
      if (left.bytes <= 0) return null;
      const payload = await payloadOf(wacz, line);
      if (!payload) return null;
      const { bytes, contentType } = payload;
      left.bytes -= bytes.length;
      return readableForms(responseText(bytes, contentType));
    },
    spend({ source, variant }, forms, pageText) {
      const ofVariant = partsOf(variant).length;
      const inForms = ((source?.parts.length ?? 0) + ofVariant) * lengthOf(forms);
      left.searched -= inForms + 2 * ofVariant * lengthOf(pageText ?? []);
      return left.searched >= 0;
    },
  };
}
