import type { ChosenField } from './choose.ts';
import type { PageProduct } from './page-facts.ts';
import type { DataOfPage } from './structured.ts';

/** Findings of the step `product`. */
export interface FoundProduct {
  platform: string;
  fields: readonly ChosenField[];
  images: PageProduct['images'];
  data: readonly DataOfPage[];
}
