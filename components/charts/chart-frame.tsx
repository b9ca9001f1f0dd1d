'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { cn } from '../ui/cn.ts';

export type ChartTable = {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  foot?: readonly string[];
};

export type ChartFrameProps = {
  title: string;
  /** As-of date of the figures in words: 'As of Jun 30, 2026'. */
  asOf?: string;
  note?: ReactNode;
  /** One sentence that describes the chart. */
  summary: string;
  /** False: the sentence and the table stand in place of the chart. */
  isDrawn?: boolean;
  /** The same figures, exact; always in the document, visible on request and in print. */
  table: ChartTable;
  children: ReactNode;
};

function FiguresTable({ table, title }: { table: ChartTable; title: string }) {
  const cell = (text: string, column: number, cellKey: string) =>
    column === 0 ? (
      <th key={cellKey} scope="row" className="min-w-28 py-1 pr-4 text-left font-normal">
        {text}
      </th>
    ) : (
      <td key={cellKey} className="py-1 pl-4 text-right whitespace-nowrap">
        {text}
      </td>
    );
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-rule text-sm">
          {table.head.map((word, column) => (
            <th
              key={word}
              scope="col"
              className={cn('py-1 font-medium', column === 0 ? 'text-left' : 'text-right')}
            >
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ranked rows are rendered again as a whole
          <tr key={index} className="border-b border-line">
            {row.map((text, column) => cell(text, column, table.head[column] ?? ''))}
          </tr>
        ))}
      </tbody>
      {table.foot && (
        <tfoot>
          <tr className="ledger-total font-semibold">
            {table.foot.map((text, column) => cell(text, column, table.head[column] ?? ''))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** A chart and its data table. For a screen reader the chart is one image; the table has the figures. */
export function ChartFrame({ title, asOf, note, summary, isDrawn = true, table, children }: ChartFrameProps) {
  const [wantsTable, setWantsTable] = useState(false);
  const asTable = wantsTable || !isDrawn;
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-rule pb-1">
        <span>
          <span className="font-title text-lg">{title}</span>{' '}
          {asOf && <span className="inline-block text-sm text-muted sm:ml-3">{asOf}</span>}
        </span>
        {isDrawn && (
          <Button
            size="sm"
            variant="quiet"
            icon={asTable ? 'chart' : 'table'}
            aria-pressed={asTable}
            onClick={() => setWantsTable(!asTable)}
            className="print:hidden"
          >
            {asTable ? 'Show chart' : 'Show as table'}
          </Button>
        )}
      </figcaption>
      {!isDrawn && <p className="mb-2 max-w-prose text-sm">{summary}</p>}
      {!asTable && (
        <div role="img" aria-label={summary}>
          {children}
        </div>
      )}
      <section
        aria-label={asTable ? `${title}, scrolls` : undefined}
        tabIndex={asTable ? 0 : undefined}
        className={asTable ? 'scroll-edges overflow-x-auto' : 'sr-only print:not-sr-only'}
      >
        <FiguresTable table={table} title={title} />
      </section>
      {note && <p className="mt-1 text-xs text-muted">{note}</p>}
    </figure>
  );
}

/** Reserves the height while a drawing's code loads. An attribute, because the CSP allows no inline style. */
export const ReservedHeight = ({ px, children }: { px: number; children: ReactNode }) => (
  <div className="relative">
    <svg width="100%" height={px} className="block print:hidden" aria-hidden="true" />
    <div className="absolute inset-0 print:static">{children}</div>
  </div>
);
