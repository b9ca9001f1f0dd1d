import type { AnswerOf, Endpoint, InputOf, RequestOf, ResponseOf } from './endpoint.ts';
import { Token } from './operations/authentication.ts';
import { GetHoldingCertificates } from './operations/certificate.ts';
import { GenerateDividendDetails, GetDividendList } from './operations/dividend.ts';
import { DownloadReport, DownloadTransactionDetails } from './operations/downloads.ts';
import { CreateNewIssuance } from './operations/issuance.ts';
import {
  GetIssuerActiveCertificateDefinitions,
  GetIssuerBalance,
  GetIssuerSecurityTypes,
  GetIssuerShareholderDetails,
  GetShareholderCapTable,
  GetTransferAgentIssuers,
} from './operations/issuer.ts';
import { GenerateProxyDetails, GetProxyList } from './operations/proxy.ts';
import {
  GenerateControlBook,
  GenerateDilutedPercentage,
  GenerateIssuerBalance,
  GenerateOwnershipPercentage,
  GenerateTransactionList,
} from './operations/report-books.ts';
import {
  GenerateDRSStatement,
  GenerateHoldingsStatement,
  GenerateIssuerContacts,
  GenerateMailingLabels,
  GenerateRejectionList,
  GenerateShareholderList,
} from './operations/report-holders.ts';
import { GetDilutedPercentage, GetOwnershipPercentage, GetTA2Report } from './operations/report-read.ts';
import {
  CreateOrUpdate,
  GetHoldingSummary,
  GetShareholderDetails,
  GetShareholderDetailsList,
} from './operations/shareholder.ts';
import {
  GenerateTransactionDetails,
  GenerateTransactions,
  GetTAStatusTransactions,
} from './operations/transaction.ts';

/**
 * Every operation of the interface. Its name is also used for the handler, query key, log line and test title.
 */
export const contract = {
  GetTA2Report,
  GetOwnershipPercentage,
  GetDilutedPercentage,
  GenerateDilutedPercentage,
  GenerateShareholderList,
  GenerateHoldingsStatement,
  GenerateDRSStatement,
  GenerateRejectionList,
  GenerateIssuerContacts,
  GenerateMailingLabels,
  GenerateIssuerBalance,
  GenerateOwnershipPercentage,
  GenerateTransactionList,
  GenerateControlBook,
  DownloadReport,
  GenerateTransactionDetails,
  DownloadTransactionDetails,
  CreateNewIssuance,
  GetTAStatusTransactions,
  GenerateTransactions,
  CreateOrUpdate,
  GetShareholderDetails,
  GetHoldingSummary,
  GetShareholderDetailsList,
  GetShareholderCapTable,
  GetIssuerShareholderDetails,
  GetIssuerSecurityTypes,
  GetIssuerActiveCertificateDefinitions,
  GetTransferAgentIssuers,
  GetIssuerBalance,
  GetProxyList,
  GenerateProxyDetails,
  GetDividendList,
  GenerateDividendDetails,
  GetHoldingCertificates,
  Token,
} as const satisfies Record<string, Endpoint>;

export type Contract = typeof contract;
export type EndpointId = keyof Contract;

export const endpointIds = Object.keys(contract) as EndpointId[];

/** The endpoint of an ID with its optional parts readable, for code that treats all endpoints alike. */
export function endpointOf(id: EndpointId): Endpoint {
  return contract[id];
}

export type RequestFor<Id extends EndpointId> = RequestOf<Contract[Id]>;
export type InputFor<Id extends EndpointId> = InputOf<Contract[Id]>;
export type ResponseFor<Id extends EndpointId> = ResponseOf<Contract[Id]>;
export type AnswerFor<Id extends EndpointId> = AnswerOf<Contract[Id]>;
