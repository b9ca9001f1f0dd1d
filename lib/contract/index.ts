import type { Endpoint, ExactResponseOf, InputOf, RequestOf, ResponseOf } from './endpoint.ts';
import { discoveryOperations } from './operations/agent.ts';
import { depositoryOperations } from './operations/agent-depository.ts';
import { registerExportOperations } from './operations/agent-exports.ts';
import { factOperations } from './operations/agent-facts.ts';
import { differenceOperations } from './operations/agent-facts-differences.ts';
import { itemFileOperations } from './operations/agent-files.ts';
import { itemOperations } from './operations/agent-items.ts';
import { meetingFileOperations } from './operations/agent-meeting.ts';
import { proofOperations } from './operations/agent-proof.ts';
import { registerFileOperations } from './operations/agent-registers.ts';
import { requestOperations } from './operations/agent-requests.ts';
import { sealedOperations } from './operations/agent-sealed.ts';
import { stepOperations } from './operations/agent-steps.ts';
import { ta2Operations } from './operations/agent-ta2.ts';
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
  ...proofOperations,
  ...depositoryOperations,
  ...sealedOperations,
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
