import type { PoolClient } from 'pg';
import type { ReportDocument } from '../render/document.ts';
import { type ShareholderListOrder, shareholderList } from './shareholder-list.ts';

/** What a render worker can be asked to draw; plain data, told apart by `operation`. */
export type ReportOrder = ShareholderListOrder;

const reports = {
  GenerateShareholderList: shareholderList,
} satisfies {
  [O in ReportOrder as O['operation']]: (client: PoolClient, order: O) => Promise<ReportDocument>;
};

/** The document of an order, read through a client inside a snapshot. */
export function reportDocument(client: PoolClient, order: ReportOrder): Promise<ReportDocument> {
  return reports[order.operation](client, order);
}
