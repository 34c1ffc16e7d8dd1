import {
  collapsed,
  holdsParts,
  isCaptured,
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
 * Checks what a product page stated: each fact follows from its quotations, the page's text has what was shown, and the
 * response named as its source is in the network record and holds the quotation. Images are compared by digest.
 */
export async function checkProduct(context: Context): Promise<void> {
  const { manifest, note, zip, part } = context;
  if (!isCaptured(manifest)) return;
  const subject = paths.product;
  const isThere = manifest.objects.some(({ path }) => path === subject);
  if (manifest.kind === 'page' && !isThere) return;
  try {
    if (manifest.kind === 'page') throw problem('product-of-page');
    // The step that reads the facts may have failed, which the report says; then there is nothing to check.
    if (!isThere) return note('product', 'not-checked', { subject, required: false, detail: detail('missing') });
    const { ano, fields, images } = readSealed(ProductRecord, await part(subject), subject);
    if (ano !== manifest.ano) throw problem('other-bundle');
    const wacz = await openZip(zip.part(paths.record));
    const responses = await openResponses(wacz);
    const pageText = await textOfPage(context);
    for (const [i, field] of fields.entries()) {
      const named = { number: i + 1, name: field.name };
      if (!followsFromQuotations(field, manifest.subject.finalUrl)) throw problem('product-field', named);
      if (pageText !== null && !isInText(field, pageText)) throw problem('product-text', named);
      if (!(await isInSource(field, responses))) throw problem('product-source', named);
      if (pageText !== null && !(await isVariantThere(field, pageText, responses)))
        throw problem('product-text', named);
    }
    for (const { source, url } of images)
      if (source && !responses.find(source)) throw problem('product-image', { url });
    const sourced = fields.filter(({ source }) => source !== null).length;
    note('product', 'passed', { subject, detail: detail('product-facts', { count: fields.length, sourced }) });
  } catch (error) {
    note('product', 'failed', { subject, detail: detailOf(error) });
  }
}

/** Null if the text was not kept; `shown` is then not compared. */
async function textOfPage({ manifest, part }: Context): Promise<string | null> {
  const path = `${paths.dataFolder}page.txt`;
  if (!manifest.objects.some((object) => object.path === path)) return null;
  return compact(new TextDecoder().decode(await part(path)));
}

const compact = (text: string): string => collapsed(text).replaceAll(' ', '');

const isInText = ({ shown }: ProductField, pageText: string): boolean =>
  shown?.parts.every((part) => pageText.includes(compact(part))) ?? true;

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

interface Responses {
  find(source: ProductSource): IndexLine | undefined;
  forms(source: ProductSource): Promise<readonly string[]>;
}

async function isInSource({ source }: ProductField, responses: Responses): Promise<boolean> {
  if (source === null) return true;
  if (!responses.find(source)) return false;
  return source.reading === 'address' || holdsParts(await responses.forms(source), source.parts);
}

async function isVariantThere({ variant, source }: ProductField, pageText: string, responses: Responses) {
  const forms = source ? await responses.forms(source) : [];
  const isThere = (part: string) => pageText.includes(compact(part)) || holdsParts(forms, [part]);
  return (variant ?? '').split(' / ').filter(Boolean).every(isThere);
}

/** Reads each response once. */
async function openResponses(wacz: Zip): Promise<Responses> {
  const lines = await readIndex(wacz);
  const keyOf = (url: string, digest: unknown) => `${String(digest)} ${url}`;
  const byKey = new Map(lines.map((line) => [keyOf(line.url, line.digest), line]));
  const find = ({ url, sha256 }: ProductSource) => byKey.get(keyOf(url, `sha256:${sha256}`));
  const read = new Map<IndexLine, Promise<readonly string[]>>();
  return {
    find,
    async forms(source) {
      const line = find(source);
      if (!line) return [];
      const forms = read.get(line) ?? formsOf(wacz, line);
      read.set(line, forms);
      return forms;
    },
  };
}

async function formsOf(wacz: Zip, line: IndexLine): Promise<readonly string[]> {
  const { bytes, contentType } = await payloadOf(wacz, line);
  return readableForms(responseText(bytes, contentType));
}
