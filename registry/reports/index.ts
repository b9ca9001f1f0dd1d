import type { PoolClient } from 'pg';
import type { ReportDocument } from '../render/document.ts';
import { renderLabels } from '../render/labels/labels.ts';
import { renderPdf } from '../render/pdf/pdf.ts';
import { renderXlsx } from '../render/xlsx.ts';
import { controlBook } from './control-book.ts';
import { dilutedPercentage } from './diluted-percentage.ts';
import { dividendDetails } from './dividend-details.ts';
import { drsStatement } from './drs-statement.ts';
import { holdingsStatement } from './holdings-statement.ts';
import { issuerBalance } from './issuer-balance.ts';
import { issuerContacts } from './issuer-contacts.ts';
import { mailingLabels } from './mailing-labels.ts';
import type { OrderFor, ReportId } from './order.ts';
import { ownershipPercentage } from './ownership-percentage.ts';
import { proxyDetails } from './proxy-details.ts';
import { rejectionList } from './rejection-list.ts';
import { shareholderList } from './shareholder-list.ts';
import { transactionDetails } from './transaction-details.ts';
import { transactionList } from './transaction-list.ts';
import { transactions } from './transactions.ts';

/** Every operation that makes a file, but the labels. */
type TableReport = Exclude<ReportId, 'GenerateMailingLabels'>;

/**
 * A report is a function from an order to columns and a stream of rows. A report of the contract without one
 * does not compile.
 */
const reports = {
  GenerateShareholderList: shareholderList,
  GenerateIssuerBalance: issuerBalance,
  GenerateOwnershipPercentage: ownershipPercentage,
  GenerateDilutedPercentage: dilutedPercentage,
  GenerateIssuerContacts: issuerContacts,
  GenerateRejectionList: rejectionList,
  GenerateDividendDetails: dividendDetails,
  GenerateProxyDetails: proxyDetails,
  GenerateTransactions: transactions,
  GenerateTransactionList: transactionList,
  GenerateTransactionDetails: transactionDetails,
  GenerateControlBook: controlBook,
  GenerateHoldingsStatement: holdingsStatement,
  GenerateDRSStatement: drsStatement,
} satisfies {
  [Id in TableReport]: (client: PoolClient, order: OrderFor<Id>) => Promise<ReportDocument>;
};

/** The orders a render worker accepts; plain data, distinguished by `operation`. */
export type ReportOrder = { [Id in ReportId]: OrderFor<Id> }[ReportId];

/** The bytes of an order's file. `client` must be inside a snapshot that stays open until the last byte. */
export async function reportBytes(
  client: PoolClient,
  order: ReportOrder,
): Promise<AsyncIterable<Uint8Array>> {
  if (order.operation === 'GenerateMailingLabels') return renderLabels(await mailingLabels(client, order));
  const report = reports[order.operation] as (
    client: PoolClient,
    order: OrderFor<ReportId>,
  ) => Promise<ReportDocument>;
  const document = await report(client, order);
  return order.format === 'pdf' ? renderPdf(document) : renderXlsx(document);
}
