import type { PoolClient } from 'pg';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { registerMemory } from '#registry/queries/memory';
import { noForms, type PositionForms, positionForms } from '#registry/queries/position-forms';
import { controlOutstanding } from '#registry/queries/reports/control-balances';
import { narrowTotals, noTotals, registerTotals } from '#registry/queries/totals';
import type { ClassTotals } from '#registry/queries/types';
import type { Cell, Column, Fact, Item, ReportDocument } from '#registry/render/document';
import { integer, shareCell, shareFact, shares, text } from '../parts/report/columns.ts';
import { controlBookProof } from '../parts/report/control-book-proof.ts';
import { classFilter, restrictionFilter, securityFilter } from '../parts/report/filters.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { verdictSentence } from '../parts/report/verdict.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';

export const generateIssuerBalance: Report<'GenerateIssuerBalance'> = {
  name: 'IssuerBalance',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'CutoffDate', input.CutoffDate),
  document: issuerBalance,
};

type Order = OrderFor<'GenerateIssuerBalance'>;
type Line = { ofClass: SecurityClass; totals: ClassTotals; forms: PositionForms };

const columns: readonly Column[] = [
  text('Class', 16),
  text('CUSIP', 11.5),
  shares('Authorized', 12),
  shares('Issued', 12),
  shares('Treasury', 9),
  shares('Outstanding', 12.5),
  shares('Reserved', 11),
  shares('Available', 12),
  shares('Restricted', 11),
  shares('Unrestricted', 13),
  integer('Holders', 8.5),
  shares('Of which nominee', 11),
  shares('Certificated', 12),
  shares('Book entry'),
];

/** Share counts per class on a date. Classes are never summed. */
async function issuerBalance(client: PoolClient, order: Order): Promise<ReportDocument> {
  const { input, cutoff } = order;
  const { issuer, head } = await reportHeader(client, order, [
    securityFilter(input.filterSecurityType),
    restrictionFilter(input.restrictionStatus),
  ]);
  const classes = await classesOf(client, issuer.id, cutoff, classFilter(input.filterSecurityType));
  const totals = await registerTotals(client, registerMemory(), issuer, cutoff);
  const forms = await positionForms(client, issuer.id, cutoff, input.restrictionStatus);
  const book = await controlOutstanding(client, issuer.id, cutoff);
  const lines = classes.map(
    (ofClass): Line => ({
      ofClass,
      totals: totals.byClass.get(ofClass.id) ?? noTotals,
      forms: forms.get(ofClass.id) ?? noForms,
    }),
  );
  return {
    ...head,
    title: 'Issuer balance',
    tables: [{ id: 'classes', name: 'Classes', columns }],
    open: () => ({
      items: lines.map((line): Item => ({ kind: 'row', cells: cells(line, input.restrictionStatus) })),
      closing: async () => ({
        totals: lines.flatMap((line) => controlTotals(line, input.restrictionStatus)),
        ...(input.restrictionStatus === 'All' && {
          proof: controlBookProof(book, classes, (id) => (totals.byClass.get(id) ?? noTotals).outstanding),
          verdict: await verdictSentence(client, order, issuer),
        }),
        footnotes: [
          'Issued is outstanding plus treasury. Available is authorized less issued less reserved. Nominee shares are part of book entry.',
          ...(input.restrictionStatus === 'All'
            ? []
            : [
                'The restriction filter narrows outstanding, holders and how they are held; authorized, issued, treasury and reserved are of the whole class.',
              ]),
        ],
      }),
    }),
  };
}

function cells({ ofClass, totals, forms }: Line, restriction: Order['input']['restrictionStatus']): Cell[] {
  const shown = narrowTotals(totals, restriction);
  const issued = totals.outstanding + totals.treasury;
  const quantity = (value: bigint) => shareCell(ofClass, value);
  return [
    ofClass.name,
    ofClass.cusip,
    ofClass.isUnlimited ? 'Unlimited' : quantity(ofClass.authorized),
    quantity(issued),
    quantity(totals.treasury),
    quantity(shown.restricted + shown.free),
    quantity(ofClass.reserved),
    ofClass.isUnlimited ? 'n/a' : quantity(ofClass.authorized - issued - ofClass.reserved),
    quantity(shown.restricted),
    quantity(shown.free),
    shown.holders,
    quantity(forms.nominee),
    quantity(forms.paper),
    quantity(forms.bookEntry),
  ];
}

function controlTotals(
  { ofClass, totals, forms }: Line,
  restriction: Order['input']['restrictionStatus'],
): Fact[] {
  const shown = narrowTotals(totals, restriction);
  return [
    [`${ofClass.name}: restricted + unrestricted`, shareFact(ofClass, shown.restricted + shown.free)],
    [`${ofClass.name}: certificated + book entry`, shareFact(ofClass, forms.paper + forms.bookEntry)],
  ];
}
