import type { PoolClient } from 'pg';
import type { Fact, ReportDocument } from '#registry/render/document';
import { chapterItems, readChapters, replayGap } from '../parts/control-book/chapters.ts';
import { bookColumns } from '../parts/control-book/lines.ts';
import { bookGap, differenceColumns, magnitude, reportRule } from '../parts/control-book/reconciliation.ts';
import { shareFact } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { verdictFor } from '../parts/report/verdict.ts';
import { period } from '../parts/request/coverage.ts';
import { checkPeriodFrom, issuerInScope } from '../parts/request/scope.ts';

export const generateControlBook: Report<'GenerateControlBook'> = {
  name: 'ControlBook',
  covers: async (db, ctx, input) => {
    const days = period(ctx, input.startDate, input.endDate);
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    // The opening balances are those of the day before.
    checkPeriodFrom(issuer, 'startDate', days.from);
    return { ...days, issuers: [issuer] };
  },
  document: controlBook,
};

/**
 * The control book of a period, by class: opening balances, every change of authorized and issued shares,
 * closing balances, and the reconciliation to the register.
 */
async function controlBook(
  client: PoolClient,
  order: OrderFor<'GenerateControlBook'>,
): Promise<ReportDocument> {
  const { cutoff } = order;
  const from = order.from ?? cutoff;
  const isPdf = order.format === 'pdf';
  const { issuer, head } = await reportHeader(client, order, []);
  const verdict = await verdictFor(client, order, issuer);
  const chapters = await readChapters(client, {
    issuerId: issuer.id,
    from,
    to: cutoff,
    timeZone: order.timeZone,
    verdict,
  });
  return {
    ...head,
    title: 'Control book',
    tables: [
      { id: 'lines', name: 'Control book', columns: bookColumns(isPdf), sectionColumn: 'Class' },
      { id: 'differences', name: 'Record differences', columns: differenceColumns, sectionColumn: 'Class' },
    ],
    emptyText: 'No open record differences',
    open: () => ({
      items: chapters.values().flatMap((chapter) => chapterItems(chapter, from, cutoff, isPdf)),
      closing: () => ({
        totals: chapters.flatMap(({ ofClass, closing: atEnd }): Fact[] => [
          [`${ofClass.name}: issued`, shareFact(ofClass, atEnd.issued)],
          [`${ofClass.name}: outstanding`, shareFact(ofClass, atEnd.issued - atEnd.treasury)],
        ]),
        proof: {
          label: 'Difference to the register and within the book',
          difference: chapters.reduce(
            (sum, each) => sum + magnitude(bookGap(each.box)) + replayGap(each),
            0n,
          ),
        },
        verdict: verdict.sentence,
        footnotes: [
          'Transfers net to zero and stand in one line per month; the transaction list has each of them.',
          reportRule,
          'Posted late: more than five business days after the effective date.',
        ],
      }),
    }),
  };
}
