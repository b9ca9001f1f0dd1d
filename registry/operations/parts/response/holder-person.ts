// The holder fields of list rows, and the default number of rows on a page.

import type { PagedHolder } from '#registry/queries/holdings';
import { accountTypeText } from '../display-text.ts';

/** Rows of a page when the request names no number. */
export const rowsDefault = 100;

/** The holder of a row, as the lists of an issuer write it. */
export function person({ holder, email }: PagedHolder) {
  return {
    shareholderCustomerId: holder.customerId,
    shareholderControlId: holder.id,
    shareholderName: holder.name,
    shareholderEmail: email,
    shareholderType: accountTypeText(holder.accountType),
    shareholderTypeEnum: holder.accountType,
  };
}
