import { depositoryOperations } from './agent-operations/depository.ts';
import { discoveryOperations } from './agent-operations/discovery.ts';
import { registerExportOperations } from './agent-operations/exports.ts';
import { factOperations } from './agent-operations/facts.ts';
import { differenceOperations } from './agent-operations/facts-differences.ts';
import { itemFileOperations } from './agent-operations/files.ts';
import { itemOperations } from './agent-operations/items.ts';
import { meetingFileOperations } from './agent-operations/meeting.ts';
import { proofOperations } from './agent-operations/proof.ts';
import { registerFileOperations } from './agent-operations/registers.ts';
import { requestOperations } from './agent-operations/requests.ts';
import { sentReportOperations } from './agent-operations/sent-reports.ts';
import { signedFileOperations } from './agent-operations/signed-files.ts';
import { stepOperations } from './agent-operations/steps.ts';
import { ta2Operations } from './agent-operations/ta2.ts';
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

/** Every operation of the interface. */
const interfaceOperations = {
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

/** Operations for the agent's work, which another registry may not have (docs/agent-operations.md). */
const agentOperations = {
  ...discoveryOperations,
  ...itemOperations,
  ...stepOperations,
  ...itemFileOperations,
  ...requestOperations,
  ...factOperations,
  ...differenceOperations,
  ...sentReportOperations,
  ...proofOperations,
  ...depositoryOperations,
  ...signedFileOperations,
  ...meetingFileOperations,
  ...registerFileOperations,
  ...registerExportOperations,
  ...ta2Operations,
} as const satisfies Record<string, Endpoint>;

/**
 * Every operation. Its name is also used for the handler, query key, log line and test title.
 */
export const contract = { ...interfaceOperations, ...agentOperations };

export type Contract = typeof contract;
export type EndpointId = keyof Contract;
export type InterfaceId = keyof typeof interfaceOperations;
export type AgentId = keyof typeof agentOperations;

export const interfaceIds = Object.keys(interfaceOperations) as InterfaceId[];
export const agentIds = Object.keys(agentOperations) as AgentId[];
export const endpointIds: readonly EndpointId[] = [...interfaceIds, ...agentIds];

/** Whether an operation is one of the agent's. */
export const isAgentOperation = (id: EndpointId): id is AgentId => Object.hasOwn(agentOperations, id);

/** The endpoint of an ID with its optional parts readable, for code that treats all endpoints alike. */
export function endpointOf(id: EndpointId): Endpoint {
  return contract[id];
}

export type RequestFor<Id extends EndpointId> = RequestOf<Contract[Id]>;
export type InputFor<Id extends EndpointId> = InputOf<Contract[Id]>;
export type ResponseFor<Id extends EndpointId> = ResponseOf<Contract[Id]>;
export type ExactResponseFor<Id extends EndpointId> = ExactResponseOf<Contract[Id]>;
