import type { EndpointId } from '../contract/index.ts';
import type { RoleClass } from './roles.ts';

/**
 * Whether a role class may call an operation. `contact`: only roles that see contact data. `write`: only after
 * a recent sign-in. The issuer scope is checked separately, by the operation's issuer rule.
 */
export type Permission = 'yes' | 'no' | 'contact' | 'write';

export type Rule = Record<RoleClass, Permission>;

const everyone: Rule = { ta: 'yes', issuer: 'yes', downloader: 'yes' };
const staff: Rule = { ta: 'yes', issuer: 'yes', downloader: 'no' };
const agentOnly: Rule = { ta: 'yes', issuer: 'no', downloader: 'no' };
const agentWrites: Rule = { ta: 'write', issuer: 'no', downloader: 'no' };
const nobody: Rule = { ta: 'no', issuer: 'no', downloader: 'no' };
/** Every page of a statement has a postal address: viewers may not see it, downloaders may. */
const statement: Rule = { ta: 'yes', issuer: 'contact', downloader: 'yes' };
const contactList: Rule = { ta: 'yes', issuer: 'contact', downloader: 'no' };

/** Access to every operation of the interface. An operation that is not listed does not exist: 404. */
export const operationPolicy: Record<EndpointId, Rule> = {
  GetTA2Report: agentOnly,
  GetOwnershipPercentage: staff,
  GetDilutedPercentage: staff,
  GenerateDilutedPercentage: everyone,
  GenerateShareholderList: everyone,
  GenerateHoldingsStatement: statement,
  GenerateDRSStatement: statement,
  GenerateRejectionList: everyone,
  GenerateIssuerContacts: contactList,
  GenerateMailingLabels: contactList,
  GenerateIssuerBalance: everyone,
  GenerateOwnershipPercentage: everyone,
  GenerateTransactionList: everyone,
  GenerateControlBook: staff,
  GenerateTransactionDetails: everyone,
  CreateNewIssuance: agentWrites,
  GetTAStatusTransactions: staff,
  GenerateTransactions: everyone,
  CreateOrUpdate: agentWrites,
  GetShareholderDetails: staff,
  GetHoldingSummary: staff,
  GetShareholderDetailsList: staff,
  GetShareholderCapTable: staff,
  GetIssuerShareholderDetails: staff,
  GetIssuerSecurityTypes: everyone,
  GetIssuerActiveCertificateDefinitions: staff,
  GetTransferAgentIssuers: everyone,
  GetIssuerBalance: staff,
  GetProxyList: staff,
  GenerateProxyDetails: everyone,
  GetDividendList: staff,
  GenerateDividendDetails: everyone,
  GetHoldingCertificates: staff,
  // Not available to browsers: files come from our own runs, and tokens stay on the server.
  DownloadReport: nobody,
  DownloadTransactionDetails: nobody,
  Token: nobody,
};

/** Who may use one of the dashboard's own routes. */
export type RouteRule = 'anyone' | 'signed-in' | 'own' | 'administrator' | 'token';

/** Every route under /api. A test compares this with the files in app/api. */
export const routePolicy: Record<string, RouteRule> = {
  '/api/[...path]': 'anyone',
  '/api/account/[action]': 'own',
  '/api/account/sign-in/[step]': 'anyone',
  '/api/accounts': 'administrator',
  '/api/accounts/[id]': 'administrator',
  '/api/audit': 'administrator',
  '/api/audit/file': 'administrator',
  '/api/audit/proof': 'administrator',
  '/api/auth/[...nextauth]': 'anyone',
  '/api/batches': 'own',
  '/api/batches/[id]': 'own',
  '/api/batches/[id]/file': 'own',
  '/api/get': 'signed-in',
  '/api/health': 'anyone',
  '/api/health/ready': 'anyone',
  '/api/holders/[id]/tax-id/reveal': 'signed-in',
  '/api/metrics': 'token',
  '/api/openapi.json': 'anyone',
  '/api/runs': 'own',
  '/api/runs/[id]': 'own',
  '/api/runs/[id]/file': 'own',
  '/api/upstream/[...path]': 'signed-in',
  '/api/writes': 'own',
  '/api/writes/[id]': 'own',
};
