// Addresses of every page of the dashboard, for tests that visit all of them.

import { routes } from '#lib/routes';

/** One URL of a page, as the sweeps visit it. */
export type Visit = {
  route: keyof typeof routes;
  path: string;
  /** Who may open it: every user, users who see figures of issuer 1001, only the agent's staff, or these and officers. */
  who: 'everybody' | 'figures' | 'agent' | 'agent and officers';
  /** Requests only the list of issuers from the registry, so that it is complete in most failures. */
  quiet?: boolean;
  /** Shows figures of an issuer: prints its own date and supports past dates. */
  dated?: boolean;
};

const larkspur = 1001;
const past = '2025-12-31';

/** Pages of an issuer that the viewer may also open; the objects are those of the demo register. */
const ofIssuer: readonly Visit[] = [
  { route: 'issuer', path: routes.issuer(larkspur), who: 'figures', dated: true },
  { route: 'capTable', path: routes.capTable(larkspur), who: 'figures', dated: true },
  { route: 'holders', path: routes.holders(larkspur), who: 'figures', dated: true },
  { route: 'holder', path: routes.holder(larkspur, 'H-100419'), who: 'figures', dated: true },
  { route: 'certificates', path: routes.certificates(larkspur), who: 'figures', dated: true },
  { route: 'certificate', path: routes.certificate(larkspur, 100002223), who: 'figures', dated: true },
  { route: 'transactions', path: routes.transactions(larkspur), who: 'figures', dated: true },
  { route: 'transaction', path: routes.transaction(larkspur, 100001685), who: 'figures', dated: true },
  { route: 'ownership', path: routes.ownership(larkspur), who: 'figures', dated: true },
  { route: 'dilution', path: routes.dilution(larkspur), who: 'figures', dated: true },
  { route: 'compare', path: routes.compare(larkspur), who: 'figures', dated: true },
  { route: 'scenario', path: routes.scenario(larkspur, 'new'), who: 'figures', dated: true },
  { route: 'balances', path: routes.balances(larkspur), who: 'figures', dated: true },
  { route: 'proxies', path: routes.proxies(larkspur), who: 'figures', dated: true },
  { route: 'proxy', path: routes.proxy(1002, 200000003), who: 'agent', dated: true },
  { route: 'dividends', path: routes.dividends(larkspur), who: 'figures', dated: true },
  { route: 'dividend', path: routes.dividend(larkspur, 100000013), who: 'figures', dated: true },
];

/** Every page that a fixed path leads to. Runs and batches have to be created first and are tested apart. */
export const everyPage: readonly Visit[] = [
  { route: 'home', path: routes.home(), who: 'agent' },
  ...ofIssuer,
  { route: 'scenarios', path: routes.scenarios(larkspur), who: 'figures', quiet: true },
  { route: 'newHolder', path: routes.newHolder(larkspur), who: 'agent', quiet: true },
  { route: 'editHolder', path: routes.editHolder(larkspur, 'H-100419'), who: 'agent' },
  { route: 'requests', path: routes.requests(larkspur), who: 'agent and officers' },
  { route: 'issue', path: routes.issue(larkspur), who: 'agent' },
  { route: 'newItem', path: routes.newItem(), who: 'agent', quiet: true },
  { route: 'calendar', path: routes.calendar(), who: 'figures' },
  { route: 'bringIn', path: routes.bringIn(), who: 'agent' },
  { route: 'bulk', path: routes.bulk(), who: 'agent' },
  { route: 'exports', path: routes.exports(), who: 'agent' },
  { route: 'opsQueue', path: routes.opsQueue(), who: 'figures' },
  { route: 'opsTurnaround', path: routes.opsTurnaround(), who: 'agent' },
  { route: 'opsRejections', path: routes.opsRejections(), who: 'agent' },
  { route: 'proof', path: routes.proof(), who: 'agent' },
  { route: 'depository', path: routes.depository(), who: 'agent' },
  { route: 'opsTa2', path: routes.opsTa2(), who: 'agent' },
  { route: 'get', path: routes.get(), who: 'everybody', quiet: true },
  { route: 'getRecipe', path: routes.getRecipe('month-end-register'), who: 'everybody', quiet: true },
  { route: 'issuerReports', path: routes.issuerReports(larkspur), who: 'everybody', quiet: true },
  { route: 'reports', path: routes.reports(), who: 'everybody', quiet: true },
  {
    route: 'newReport',
    path: routes.newReport('shareholder-list', { issuer: larkspur }),
    who: 'everybody',
    quiet: true,
  },
  { route: 'newBatch', path: routes.newBatch(), who: 'everybody', quiet: true },
  { route: 'downloads', path: routes.downloads(), who: 'everybody', quiet: true },
  { route: 'verify', path: routes.verify(), who: 'everybody', quiet: true },
  { route: 'account', path: routes.account(), who: 'everybody', quiet: true },
];

/** Routes without a fixed path, and the tests that cover them. */
export const testedInOtherFiles: Partial<Record<keyof typeof routes, string>> = {
  editItem: 'e2e/item-entry.spec.ts',
  // For officers of the issuer, who send requests; the sweeps visit pages as the agent's staff and as a viewer.
  newRequest: 'e2e/requests.spec.ts',
  request: 'e2e/requests.spec.ts',
  signIn: 'e2e/pages.spec.ts',
  // It has no session, no menu, and is off where the registry is not the demo.
  publicVerify: 'e2e/ops.spec.ts',
  // Off until an administrator allows sending; it shows nothing without a link and its code.
  publicFile: 'e2e/sending.spec.ts',
  sending: 'e2e/sending.spec.ts',
  run: 'e2e/wizard.spec.ts',
  batch: 'e2e/wizard.spec.ts',
  getRun: 'e2e/get.spec.ts',
  secondFactor: 'e2e/accounts.spec.ts',
  enrol: 'e2e/accounts.spec.ts',
  invited: 'e2e/accounts.spec.ts',
  users: 'e2e/accounts.spec.ts',
  newUser: 'e2e/accounts.spec.ts',
  user: 'e2e/accounts.spec.ts',
  audit: 'e2e/audit.spec.ts',
};

/** The pages of a user: the agent's staff, or issuer staff of 1001. */
export const pagesFor = (who: 'operator' | 'viewer') =>
  everyPage.filter((visit) => who === 'operator' || !visit.who.startsWith('agent'));

/** More states: other views, other issuers, open panels, canceled items, figures that do not add up. */
export const moreViews: readonly string[] = [
  '/issuers/1003',
  '/issuers/1008',
  '/issuers/1002/cap-table',
  '/issuers/1003/cap-table?view=holder',
  '/issuers/1001/cap-table?view=matrix&from=5',
  '/issuers/1003/cap-table?view=matrix&count=diluted',
  '/issuers/1003/cap-table?view=matrix&count=converted',
  '/issuers/1006/cap-table?view=matrix&subtotals=none&asof=2025-12-31',
  '/issuers/1003/cap-table?view=holder&asof=2025-12-31',
  '/issuers/1003/ownership',
  '/issuers/1003/dilution',
  '/issuers/1003/dilution?asof=2024-12-31',
  '/issuers/1001/compare?from=2026-06-30&to=2026-09-30',
  '/issuers/1001/compare?from=2026-09-30&to=2026-06-30&holder=100002',
  '/issuers/1002/balances?restriction=NonRestricted',
  '/issuers/1002/proxies',
  '/issuers/1003/proxies',
  '/issuers/1008/proxies/800000004',
  '/issuers/1003/dividends',
  '/issuers/1008/dividends/800000020',
  '/issuers/1003/holders',
  '/issuers/1001/holders?view=records&asof=2025-12-31',
  '/issuers/1003/holders/H-102091?asof=2024-12-31',
  '/issuers/1003/holders?asof=2025-12-31',
  '/issuers/1003/holders/H-102091?tab=certificates',
  '/issuers/1003/holders/H-102091?tab=certificates&asof=2025-12-31',
  '/issuers/1003/holders/H-102091?tab=movements&from=2025-01-01&to=2026-11-20',
  '/issuers/1003/holders/H-102091?tab=record',
  '/issuers/1008/certificates?status=stopped&asof=2025-12-31',
  '/issuers/1008/certificates?view=stops&asof=2025-12-31',
  '/issuers/1001/certificates/100003841?asof=2025-05-31',
  '/issuers/1001/transactions?status=All&asof=2025-12-31',
  '/issuers/1001/transactions?view=journal&from=2026-10-01&to=2026-11-20&show=lines',
  '/issuers/1001/transactions/100000213',
  '/issuers/1001/transactions/100001733',
  '/ops/turnaround?month=2026-10',
  '/ops/rejections?from=2026-06-01&to=2026-11-20',
  '/ops/proof?issuer=1003',
  '/ops/proof?issuer=1005&asof=2026-06-30',
  '/ops/ta-2?year=2026&view=table',
  '/ops/ta-2?year=2025&list=7cii',
  '/reports/new/shareholder-list?issuer=1003&showAddressInfo=true',
  '/issuers/4711',
];

/** The demo's issuer without holders or history, except for one pending issuance: shows the empty states. */
const empty = 1007;
export const emptyPages: readonly string[] = [
  routes.issuer(empty),
  routes.capTable(empty),
  routes.capTable(empty, { view: 'holder' }),
  routes.capTable(empty, { view: 'matrix' }),
  routes.holders(empty),
  routes.certificates(empty),
  routes.transactions(empty, { view: 'journal' }),
  routes.ownership(empty),
  routes.dilution(empty),
  routes.compare(empty),
  routes.scenarios(empty),
  routes.scenario(empty, 'new'),
  routes.balances(empty),
  routes.proxies(empty),
  routes.dividends(empty),
  routes.issue(empty),
];

/** The dated pages on a past day. */
export const datedPages = ofIssuer.map((visit) => ({
  ...visit,
  path: `${visit.path}${visit.path.includes('?') ? '&' : '?'}asof=${past}`,
}));
