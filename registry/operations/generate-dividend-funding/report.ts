import type { PoolClient } from 'pg';
import { formatDate, formatNumericDate } from '#lib/format/dates';
import { notFound } from '#registry/http/http-error';
import { findDividend } from '#registry/queries/reports/dividend-details';
import type { Fact, Item, ReportDocument } from '#registry/render/document';
import { stamp } from '#registry/render/printed';
import type { Report, SealFacts } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { howToCheck } from '../parts/report/seal-texts.ts';
import { issuerOfObject } from '../parts/request/coverage.ts';
import { checkColumns, fundingItems, purchaseColumns, useColumns } from './funding-items.ts';
import { gapsOf, readFunding } from './reading.ts';

export const generateDividendFunding: Report<'GenerateDividendFunding'> = {
  name: 'DividendFunding',
  format: 'pdf',
  isSealed: true,
  covers: async (db, ctx, input) => {
    const id = BigInt(input.dividendId);
    const issuer = await issuerOfObject(db, ctx, 'The dividend', id);
    if (!(await findDividend(db, issuer.id, id))) throw notFound('The dividend');
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
  document: dividendFunding,
};

/** The funding of one dividend: its uses, the purchases of its plan, and the checks of its class that were not cashed. */
async function dividendFunding(
  client: PoolClient,
  order: OrderFor<'GenerateDividendFunding'>,
  seal: SealFacts,
): Promise<ReportDocument> {
  const { cutoff, input } = order;
  const { issuer, head } = await reportHeader(client, order, []);
  const facts = await readFunding(client, issuer, BigInt(input.dividendId), cutoff);
  const { terms, ofClass, isStock, isPaid, funding } = facts;
  const gaps = funding ? gapsOf(funding, facts) : [];
  const opening: Fact[] = [
    ['Dividend', `${terms.id}, ${terms.kind.toLowerCase()}, ${terms.status.toLowerCase()}`],
    ['Class', ofClass.name],
    ['Record date', { kind: 'date', value: terms.record_on }],
    ['Payable', { kind: 'date', value: terms.payable_on }],
    isStock ? ['Ratio', terms.ratio] : ['Rate per share', { kind: 'price', value: terms.rate }],
    ['Known as of', stamp(order.generatedAt)],
    ['Version of the books', issuer.version.toString()],
  ];
  return {
    ...head,
    title: 'Funding of a dividend',
    asOfLine: `${ofClass.name}, record date ${formatNumericDate(terms.record_on)}, payable ${formatNumericDate(terms.payable_on)}`,
    seal: { reason: `Funding of the dividend payable ${formatDate(terms.payable_on)}` },
    tables: [
      { id: 'uses', name: 'Uses', columns: useColumns },
      { id: 'purchases', name: 'Plan purchases', columns: purchaseColumns },
      { id: 'checks', name: 'Checks', columns: checkColumns },
    ],
    open: () => ({
      items: items(),
      closing: () => ({
        totals: [],
        ...(funding && {
          proof: {
            label: 'Difference of distribution, payments, withholding and plan',
            difference: gaps.reduce((sum, gap) => sum + (gap < 0n ? -gap : gap), 0n),
          },
        }),
        footnotes: [
          'Differences are in cents. Where there is one, do not pay before it is explained.',
          'Unresponsive: at the next regular check or after 180 days, whichever comes first; notice by day 210, from $25 (17 CFR 240.17Ad-17(c)). A bank need not pay a check older than six months.',
          ...(isPaid ? [] : ['Declared, not yet paid: amounts before withholding, payment ways as on file.']),
        ],
      }),
    }),
  };

  function* items(): Generator<Item> {
    yield { kind: 'facts', title: 'Dividend', facts: opening };
    yield* fundingItems(facts, cutoff);
    yield howToCheck(seal);
  }
}
