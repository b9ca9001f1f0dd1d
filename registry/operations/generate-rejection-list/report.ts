import type { PoolClient } from 'pg';
import { type Rejection, rejectionsBetween } from '#registry/queries/reports/rejections';
import type { Fact, Item, ReportDocument } from '#registry/render/document';
import { shareFact } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { anyIssuers, period } from '../parts/request/coverage.ts';
import { rejectionCells, rejectionColumns } from './columns.ts';

export const generateRejectionList: Report<'GenerateRejectionList'> = {
  name: 'RejectionList',
  covers: async (db, ctx, input) => ({
    ...period(ctx, input.startDate, input.endDate),
    ...(await anyIssuers(db, ctx, input.customerIssuerId)),
  }),
  document: rejectionList,
};

const kindsOf = {
  MasterRejection: ['DTC', 'Medallion'],
  DTCRejection: ['DTC'],
  MedallionRejection: ['Medallion'],
} as const;
const kindTexts = { DTC: 'Depository rejections', Medallion: 'Medallion rejections' } as const;

/** Items rejected in a period, depository and medallion separately; no transaction type is in both. */
async function rejectionList(
  client: PoolClient,
  order: OrderFor<'GenerateRejectionList'>,
): Promise<ReportDocument> {
  const { input, issuerIds, from, cutoff, isAllIssuers } = order;
  const type = input.type ?? 'MasterRejection';
  const { head } = await reportHeader(client, order, [
    [
      'Rejections',
      {
        MasterRejection: 'Depository and medallion',
        DTCRejection: 'Depository',
        MedallionRejection: 'Medallion',
      }[type],
    ],
  ]);
  const rows = await rejectionsBetween(client, issuerIds, from ?? cutoff, cutoff, kindsOf[type]);
  const options = {
    isPdf: order.format === 'pdf',
    isAllIssuers,
    includeInvoiceNumber: input.includeInvoiceNumber,
  };
  return {
    ...head,
    title: 'Rejection list',
    tables: [{ id: 'items', name: 'Rejections', columns: rejectionColumns(options), sectionColumn: 'Kind' }],
    open: () => ({
      items: items(),
      closing: () => ({
        totals: [
          ...kindsOf[type].map((kind): Fact => [kindTexts[kind], ofKind(kind).length]),
          ...reasonTotals(rows),
          ...classTotals(rows, isAllIssuers),
        ],
        footnotes: ['Selected by the day of rejection. Business days count from the day after receipt.'],
      }),
    }),
  };

  function ofKind(kind: string): Rejection[] {
    return rows.filter((row) => row.kind === kind);
  }

  function* items(): Generator<Item> {
    for (const kind of kindsOf[type]) {
      const found = ofKind(kind);
      if (found.length === 0) continue;
      yield { kind: 'section', table: 'items', title: kindTexts[kind] };
      for (const row of found) yield { kind: 'row', cells: rejectionCells(row, options) };
    }
  }
}

function reasonTotals(rows: readonly Rejection[]): Fact[] {
  const byReason = Map.groupBy(rows, (row) => `${row.reason_code} ${row.reason}`);
  return [...byReason]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reason, found]): Fact => [reason, found.length]);
}

function classTotals(rows: readonly Rejection[], withIssuer: boolean): Fact[] {
  const classes = Map.groupBy(rows, ({ issuer, class_name: name }) => {
    if (withIssuer) return `${issuer}, ${name ?? 'class unknown'}`;
    return name ?? 'Class unknown';
  });
  return [...classes].map(([name, found]): Fact => {
    const isDollar = found.some((row) => row.is_dollar === true);
    return [
      `${name}: shares presented`,
      shareFact(
        { isDollar },
        found.reduce((sum, row) => sum + row.shares, 0n),
      ),
    ];
  });
}
