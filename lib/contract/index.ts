import type { Endpoint, ExactResponseOf, InputOf, RequestOf, ResponseOf } from './endpoint.ts';
import { authenticationOperations } from './operations/authentication.ts';
import { certificateOperations } from './operations/certificate.ts';
import { dividendOperations } from './operations/dividend.ts';
import { downloadOperations } from './operations/downloads.ts';
import { issuanceOperations } from './operations/issuance.ts';
import { issuerOperations } from './operations/issuer.ts';
import { proxyOperations } from './operations/proxy.ts';
import { bookReportOperations } from './operations/report-books.ts';
import { holderReportOperations } from './operations/report-holders.ts';
import { reportReadOperations } from './operations/report-read.ts';
import { shareholderOperations } from './operations/shareholder.ts';
import { transactionOperations } from './operations/transaction.ts';

/**
 * Every operation of the interface. Its name is also used for the handler, query key, log line and test title.
 */
export const contract = {
  ...reportReadOperations,
  ...holderReportOperations,
  ...bookReportOperations,
  ...downloadOperations,
  ...transactionOperations,
  ...issuanceOperations,
  ...shareholderOperations,
  ...issuerOperations,
  ...proxyOperations,
  ...dividendOperations,
  ...certificateOperations,
  ...authenticationOperations,
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
export type ExactResponseFor<Id extends EndpointId> = ExactResponseOf<Contract[Id]>;
