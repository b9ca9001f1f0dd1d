import type { EndpointId } from '../contract/index.ts';
import type { RoleClass } from './roles.ts';

/**
 * Whether a class of roles may call an operation. `contact`: only roles that see contact data (ruling 9). `write`: only
 * after a recent sign-in. Issuer scope is checked besides, from the operation's own issuer rule.
 */
export type Verdict = 'yes' | 'no' | 'contact' | 'write';

export type Rule = Record<RoleClass, Verdict>;

const everyone: Rule = { ta: 'yes', issuer: 'yes', downloader: 'yes' };
const staff: Rule = { ta: 'yes', issuer: 'yes', downloader: 'no' };
const agentOnly: Rule = { ta: 'yes', issuer: 'no', downloader: 'no' };
const agentWrites: Rule = { ta: 'write', issuer: 'no', downloader: 'no' };
const nobody: Rule = { ta: 'no', issuer: 'no', downloader: 'no' };
/** Every page of a statement carries a postal address: viewers may not, downloaders may (rulings 2 and 9). */
const statement: Rule = { ta: 'yes', issuer: 'contact', downloader: 'yes' };
const contactList: Rule = { ta: 'yes', issuer: 'contact', downloader: 'no' };

/** Assurance §2.4 as data, all operations of the interface. What is not here does not exist: 404. */
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
  // Never routed from a browser: files come from our own runs, tokens stay on the server.
  DownloadReport: nobody,
  DownloadTransactionDetails: nobody,
  Token: nobody,
};

/** Who may use a route of our own. */
export type RouteRule = 'anyone' | 'signed-in' | 'own' | 'administrator' | 'token';

/** Every route under /api; a test compares this with the files in app/api. */
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
