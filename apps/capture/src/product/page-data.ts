import type { PageProduct } from './page-facts.ts';
import { dataInResponse, dataInScript } from './script-data.ts';
import type { DataOfPage } from './structured.ts';

/** The data in a document's scripts and microdata. */
export function dataOfDocument({ data }: PageProduct): DataOfPage[] {
  return data.flatMap(({ kind, name, text }): DataOfPage[] => {
    if (kind === 'script') return dataInScript(text).map((found) => ({ kind: 'state', url: null, ...found }));
    const json = dataInResponse(text);
    return json === undefined ? [] : [{ kind: kind === 'json' ? 'state' : kind, name: name || kind, url: null, json }];
  });
}

/** The data of a response that the page fetched. */
export function dataOfText(url: string, text: string): DataOfPage[] {
  const json = dataInResponse(text);
  return json === undefined ? [] : [{ kind: 'state', name: URL.parse(url)?.pathname ?? url, url, json }];
}
