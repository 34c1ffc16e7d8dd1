import type { ProductField, ProductImage, ProductRecord } from '@proofkeep/bundle';
import { calls } from '@proofkeep/contract';
import { queryOptions } from '@tanstack/react-query';
import { dataOf, linkTo } from '../../../../api/ask.ts';

/** The sealed file with the facts; the page shows exactly its content. */
export const productPath = 'data/product.json';

/** The fact or image that the user selected. */
export type Looked = ProductField | ProductImage;

export const productOf = (ano: string) =>
  queryOptions({
    queryKey: [calls.attestations.file.path, ano, productPath],
    queryFn: async ({ signal }): Promise<ProductRecord> => {
      const call = calls.attestations.file;
      const response = await fetch(linkTo(call, { ano, path: productPath }), { credentials: 'include', signal });
      // A refusal is a JSON envelope instead of the file.
      return response.ok ? response.json() : ((await dataOf(response, call)) as ProductRecord);
    },
    // A sealed file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
