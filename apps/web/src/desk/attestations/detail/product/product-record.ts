import type { ProductField, ProductImage, ProductRecord } from '@proofkeep/bundle';
import { calls } from '@proofkeep/contract';
import { queryOptions } from '@tanstack/react-query';
import { dataOf, linkTo } from '../../../../api/ask.ts';

/** The sealed file with the facts; the page shows exactly what it says. */
export const productPath = 'data/product.json';

/** A fact or an image that the user looks at. */
export type Looked = ProductField | ProductImage;

export const productOf = (ano: string) =>
  queryOptions({
    queryKey: [calls.attestations.file.path, ano, productPath],
    queryFn: async ({ signal }): Promise<ProductRecord> => {
      const call = calls.attestations.file;
      const response = await fetch(linkTo(call, { ano, path: productPath }), { credentials: 'include', signal });
      // A refusal comes in an envelope.
      return response.ok ? response.json() : ((await dataOf(response, call)) as ProductRecord);
    },
    // A sealed file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
