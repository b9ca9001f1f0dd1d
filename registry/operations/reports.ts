import { generateBrokerSearchLetter } from './generate-broker-search-letter/report.ts';
import { generateCertifiedList } from './generate-certified-list/report.ts';
import { generateControlBook } from './generate-control-book/report.ts';
import { generateDilutedPercentage } from './generate-diluted-percentage/report.ts';
import { generateDividendDetails } from './generate-dividend-details/report.ts';
import { generateDividendFunding } from './generate-dividend-funding/report.ts';
import { generateDrsStatement } from './generate-drs-statement/report.ts';
import { generateHoldingsStatement } from './generate-holdings-statement/report.ts';
import { generateIssuerBalance } from './generate-issuer-balance/report.ts';
import { generateIssuerContacts } from './generate-issuer-contacts/report.ts';
import { generateMailingLabels } from './generate-mailing-labels/report.ts';
import { generateOwnershipPercentage } from './generate-ownership-percentage/report.ts';
import { generateProof } from './generate-proof/report.ts';
import { generateProxyDetails } from './generate-proxy-details/report.ts';
import { generateQuorumSheet } from './generate-quorum-sheet/report.ts';
import { generateRejectionList } from './generate-rejection-list/report.ts';
import { generateRollForward } from './generate-roll-forward/report.ts';
import { generateShareholderList } from './generate-shareholder-list/report.ts';
import { generateTa2Worksheet } from './generate-ta2-worksheet/report.ts';
import { generateTransactionDetails } from './generate-transaction-details/report.ts';
import { generateTransactionList } from './generate-transaction-list/report.ts';
import { generateTransactions } from './generate-transactions/report.ts';
import type { Report } from './parts/report/generate.ts';
import type { OrderFor, ReportId } from './parts/report/order.ts';

/** Every report. A report of the contract that is missing here does not compile. */
export const reports: { [Id in ReportId]: Report<Id> } = {
  GenerateShareholderList: generateShareholderList,
  GenerateIssuerBalance: generateIssuerBalance,
  GenerateOwnershipPercentage: generateOwnershipPercentage,
  GenerateDilutedPercentage: generateDilutedPercentage,
  GenerateIssuerContacts: generateIssuerContacts,
  GenerateRejectionList: generateRejectionList,
  GenerateDividendDetails: generateDividendDetails,
  GenerateProxyDetails: generateProxyDetails,
  GenerateTransactions: generateTransactions,
  GenerateTransactionList: generateTransactionList,
  GenerateTransactionDetails: generateTransactionDetails,
  GenerateControlBook: generateControlBook,
  GenerateHoldingsStatement: generateHoldingsStatement,
  GenerateDRSStatement: generateDrsStatement,
  GenerateMailingLabels: generateMailingLabels,
  GenerateCertifiedList: generateCertifiedList,
  GenerateProof: generateProof,
  GenerateRollForward: generateRollForward,
  GenerateDividendFunding: generateDividendFunding,
  GenerateTA2Worksheet: generateTa2Worksheet,
  GenerateQuorumSheet: generateQuorumSheet,
  GenerateBrokerSearchLetter: generateBrokerSearchLetter,
};

/** The orders a render worker accepts; plain data, distinguished by `operation`. */
export type ReportOrder = { [Id in ReportId]: OrderFor<Id> }[ReportId];
