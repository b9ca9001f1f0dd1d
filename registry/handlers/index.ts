import type { AnswerFor, Contract, EndpointId, RequestFor } from '#lib/contract/index';
import type { FileAnswer } from '../http/file-reply.ts';
import type { JsonText } from '../http/reply.ts';
import { getCertificateDefinitions } from './certificate-definitions.ts';
import type { Context } from './context.ts';
import { createOrUpdate } from './create-or-update.ts';
import { getDilutedPercentage } from './diluted.ts';
import { downloadReport } from './download.ts';
import { getDividendList, getProxyList } from './event-reads.ts';
import { generateDividendDetails, generateProxyDetails } from './event-reports.ts';
import { getIssuerBalance, getIssuerSecurityTypes, getTransferAgentIssuers } from './issuer-reads.ts';
import { generateControlBook, generateTransactionDetails, generateTransactions } from './journal-reports.ts';
import { createNewIssuance } from './new-issuance.ts';
import { getOwnershipPercentage } from './ownership.ts';
import { getIssuerShareholderDetails, getShareholderCapTable } from './register-reads.ts';
import {
  generateDilutedPercentage,
  generateDrsStatement,
  generateHoldingsStatement,
  generateIssuerBalance,
  generateIssuerContacts,
  generateMailingLabels,
  generateOwnershipPercentage,
  generateRejectionList,
} from './register-reports.ts';
import { generateShareholderList } from './shareholder-list.ts';
import {
  getHoldingCertificates,
  getHoldingSummary,
  getShareholderDetails,
  getShareholderDetailsList,
} from './shareholder-reads.ts';
import { getTAStatusTransactions } from './status-transactions.ts';
import { getTA2Report } from './ta2-report.ts';
import { generateTransactionList } from './transaction-list.ts';

type Result<Id extends EndpointId> = Contract[Id]['kind'] extends 'download'
  ? FileAnswer
  : AnswerFor<Id> | JsonText;

type Handler<Id extends EndpointId> = (ctx: Context, input: RequestFor<Id>) => Promise<Result<Id>>;

/** Every operation but the token request, which is handled separately (access/token-call.ts). */
export type Served = Exclude<EndpointId, 'Token'>;

/** The handler of each operation. An operation of the contract without one does not compile. */
export const handlers = {
  GetTransferAgentIssuers: getTransferAgentIssuers,
  GetIssuerSecurityTypes: getIssuerSecurityTypes,
  GetIssuerBalance: getIssuerBalance,
  GetShareholderCapTable: getShareholderCapTable,
  GetIssuerShareholderDetails: getIssuerShareholderDetails,
  GetOwnershipPercentage: getOwnershipPercentage,
  GetShareholderDetails: getShareholderDetails,
  GetShareholderDetailsList: getShareholderDetailsList,
  GetHoldingSummary: getHoldingSummary,
  GetHoldingCertificates: getHoldingCertificates,
  GetIssuerActiveCertificateDefinitions: getCertificateDefinitions,
  GetDilutedPercentage: getDilutedPercentage,
  GetProxyList: getProxyList,
  GetDividendList: getDividendList,
  GetTAStatusTransactions: getTAStatusTransactions,
  GetTA2Report: getTA2Report,
  GenerateTransactionList: generateTransactionList,
  GenerateShareholderList: generateShareholderList,
  GenerateIssuerBalance: generateIssuerBalance,
  GenerateOwnershipPercentage: generateOwnershipPercentage,
  GenerateDilutedPercentage: generateDilutedPercentage,
  GenerateHoldingsStatement: generateHoldingsStatement,
  GenerateDRSStatement: generateDrsStatement,
  GenerateMailingLabels: generateMailingLabels,
  GenerateIssuerContacts: generateIssuerContacts,
  GenerateRejectionList: generateRejectionList,
  GenerateProxyDetails: generateProxyDetails,
  GenerateDividendDetails: generateDividendDetails,
  GenerateTransactions: generateTransactions,
  GenerateTransactionDetails: generateTransactionDetails,
  GenerateControlBook: generateControlBook,
  CreateOrUpdate: createOrUpdate,
  CreateNewIssuance: createNewIssuance,
  DownloadReport: downloadReport,
  DownloadTransactionDetails: downloadReport,
} as const satisfies { [Id in Served]: Handler<Id> };

/** All operations served, including the token request; openapi.json lists these. */
export const servedIds: readonly EndpointId[] = [...(Object.keys(handlers) as Served[]), 'Token'];

export function isServed(id: EndpointId): id is Served {
  return Object.hasOwn(handlers, id);
}

/**
 * The handler of an operation, typed for the router. The request was decoded by the schemas of the same
 * operation.
 */
export function handlerOf(id: Served): (ctx: Context, input: unknown) => Promise<unknown> {
  return handlers[id] as (ctx: Context, input: unknown) => Promise<unknown>;
}
