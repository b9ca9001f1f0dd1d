// A small report for tests of the renderers.

import type { Item, ReportDocument, Table } from './document.ts';

export const holders: Table = {
  id: 'holders',
  name: 'Holders',
  columns: [
    { header: 'Account no.', kind: 'text', weight: 10 },
    { header: 'Registration', kind: 'text', weight: 30 },
    { header: 'Total', kind: 'shares', weight: 12 },
    { header: 'Percent', kind: 'percent', weight: 10 },
  ],
  sub: {
    name: 'Certificates',
    keys: [0],
    columns: [
      { header: 'Certificate', kind: 'text', weight: 10 },
      { header: 'Issued', kind: 'date', weight: 10 },
      { header: 'Shares', kind: 'shares', weight: 10 },
    ],
  },
};

/** A small report over the given items. For tests. */
export function report(
  items: () => Iterable<Item> | AsyncIterable<Item>,
  more: Partial<ReportDocument> = {},
): ReportDocument {
  return {
    agentName: 'Harborline Registry & Transfer LLC',
    title: 'Registered shareholder list',
    issuerLine: 'Larkspur Instruments Corporation (1001)',
    asOfLine: 'As of 6/30/2026',
    filters: [['Class', 'Common']],
    environmentLine: 'Only fictional data – sandbox',
    reportId: 'RSL-1',
    generatedAt: '2026-11-20T15:04:05Z',
    tables: [holders],
    open: () => ({ items: items(), closing: () => ({ totals: [] }) }),
    ...more,
  };
}

/** One row of the table above. */
export function row(account: string, name: string | string[], shares = 100n): Item {
  return { kind: 'row', cells: [account, name, shares, { part: shares, whole: 1000n }] };
}
