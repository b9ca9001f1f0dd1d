import type { PoolClient } from 'pg';
import type { Report } from '#registry/operations/parts/report/generate';
import type { ReportId } from '#registry/operations/parts/report/order';
import { type ReportOrder, reports } from '#registry/operations/reports';
import { renderLabels } from '#registry/render/labels/labels';
import { renderPdf } from '#registry/render/pdf/pdf';
import { renderXlsx } from '#registry/render/xlsx';

/** The bytes of an order's file. `client` must be inside a snapshot that stays open until the last byte. */
export async function reportBytes(
  client: PoolClient,
  order: ReportOrder,
): Promise<AsyncIterable<Uint8Array>> {
  const { document: documentOf } = reports[order.operation] as Report<ReportId>;
  const document = await documentOf(client, order);
  if ('labels' in document) return renderLabels(document);
  return order.format === 'pdf' ? renderPdf(document) : renderXlsx(document);
}
