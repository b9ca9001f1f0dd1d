import { queryOptions } from '@tanstack/react-query';
import type { ResponseFor } from '#lib/contract/index';
import type { ItemRow } from '../item-row.ts';

/** The check of an item as it is stored. A later version of the item is another query. */
export const checkQuery = ({ customerIssuerId, itemId, version }: ItemRow) =>
  queryOptions<ResponseFor<'CheckItem'>>({
    queryKey: ['CheckItem', { customerIssuerId, itemId }, version],
  });
