// A row of the work queue, and the key and the number by which an item is known.

import type { ResponseFor } from '#lib/contract/index';

export type ItemRow = ResponseFor<'GetItems'>['items'][number];

export const itemKey = ({ customerIssuerId, itemId }: Pick<ItemRow, 'customerIssuerId' | 'itemId'>) =>
  `${customerIssuerId}-${itemId}`;

export const itemNumber = ({
  displayTransactionId,
  itemId,
}: Pick<ItemRow, 'displayTransactionId' | 'itemId'>) =>
  displayTransactionId === null ? `Item ${itemId}` : String(displayTransactionId);
