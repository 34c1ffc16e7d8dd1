import type { ChosenField } from './choose.ts';
import type { PageProduct } from './page-facts.ts';
import type { DataOfPage } from './structured.ts';

/** What the step `product` found on the page. */
export interface FoundProduct {
  platform: string;
  fields: readonly ChosenField[];
  images: PageProduct['images'];
  data: readonly DataOfPage[];
}
