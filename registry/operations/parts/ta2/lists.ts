// Sums of the status list, balances and dividends, to compare the TA-2 worksheet with.

import type { Db } from '#registry/db/session';
import type { RegisterMemory } from '#registry/queries/memory';
import { itemsReceived } from '#registry/queries/status-list';
import { registerTotals } from '#registry/queries/totals';
import { fromCents } from '../report/cents.ts';
import type { Ta2Figures } from './figures.ts';
import { sumCents } from './model.ts';

/** Transaction types that the status lists have and question 4(a) may count. */
const itemTypes = ['T', 'C', 'R'];

/**
 * What the status list, the balances and the list of dividends of each issuer add up to for the period: the same queries as
 * theirs, so that the worksheet can be compared with them without reading every list.
 */
export async function listFigures(
  db: Db,
  memory: RegisterMemory,
  { issuers, period, dividends }: Pick<Ta2Figures, 'issuers' | 'period' | 'dividends'>,
) {
  const received = await itemsReceived(
    db,
    issuers.map(({ id }) => id),
    itemTypes,
    period,
  );
  const figures = [];
  for (const issuer of issuers) {
    // A day before the books begin has no balance.
    const hasBalance = issuer.booksFrom === null || period.to >= issuer.booksFrom;
    const totals = hasBalance ? await registerTotals(db, memory, issuer, period.to) : null;
    const paid = dividends.filter((one) => one.issuer.id === issuer.id);
    figures.push({
      customerIssuerId: issuer.customerId,
      items: received.get(issuer.id) ?? 0n,
      accounts: totals?.positions ?? null,
      classes: totals && BigInt(totals.byClass.size),
      payingClasses: BigInt(new Set(paid.map((one) => one.class_id)).size),
      dividendAmount: fromCents(
        sumCents(paid.filter(({ kind }) => kind !== 'Stock').map(({ distribution }) => distribution)),
      ),
    });
  }
  return figures;
}
