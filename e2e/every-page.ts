import { routes } from '#lib/routes';

/** One address of a page, as the sweeps visit it. */
export type Visit = {
  route: keyof typeof routes;
  path: string;
  /** Who may open it: everybody, whoever sees figures of issuer 1001, or only the agent's staff. */
  who: 'everybody' | 'figures' | 'agent';
  /** Shows figures of an issuer: prints a date of its own, and knows the past. */
  dated?: boolean;
};

const larkspur = 1001;
const past = '2025-12-31';

/** Pages of the issuer the viewer sees as well; the objects are of the demo register (domain §14). */
const ofIssuer: readonly Visit[] = [
  { route: 'issuer', path: routes.issuer(larkspur), who: 'figures', dated: true },
  { route: 'capTable', path: routes.capTable(larkspur), who: 'figures', dated: true },
  { route: 'holders', path: routes.holders(larkspur), who: 'figures', dated: true },
  { route: 'holder', path: routes.holder(larkspur, 'H-100419'), who: 'figures', dated: true },
  { route: 'certificates', path: routes.certificates(larkspur), who: 'figures', dated: true },
  { route: 'certificate', path: routes.certificate(larkspur, 100003827), who: 'figures', dated: true },
  { route: 'transactions', path: routes.transactions(larkspur), who: 'figures', dated: true },
  { route: 'transaction', path: routes.transaction(larkspur, 100001685), who: 'figures', dated: true },
  { route: 'ownership', path: routes.ownership(larkspur), who: 'figures', dated: true },
  { route: 'dilution', path: routes.dilution(larkspur), who: 'figures', dated: true },
  { route: 'compare', path: routes.compare(larkspur), who: 'figures', dated: true },
  { route: 'balances', path: routes.balances(larkspur), who: 'figures', dated: true },
  { route: 'proxies', path: routes.proxies(larkspur), who: 'figures', dated: true },
  { route: 'proxy', path: routes.proxy(1002, 200000003), who: 'agent', dated: true },
  { route: 'dividends', path: routes.dividends(larkspur), who: 'figures', dated: true },
  { route: 'dividend', path: routes.dividend(larkspur, 100000013), who: 'figures', dated: true },
];

/** Every page that a path alone leads to. Runs and batches have to be made first and are looked at where they are. */
export const everyPage: readonly Visit[] = [
  { route: 'home', path: routes.home(), who: 'agent' },
  ...ofIssuer,
  { route: 'newHolder', path: routes.newHolder(larkspur), who: 'agent' },
  { route: 'editHolder', path: routes.editHolder(larkspur, 'H-100419'), who: 'agent' },
  { route: 'issue', path: routes.issue(larkspur), who: 'agent' },
  { route: 'opsQueue', path: routes.opsQueue(), who: 'agent' },
  { route: 'opsTurnaround', path: routes.opsTurnaround(), who: 'agent' },
  { route: 'opsRejections', path: routes.opsRejections(), who: 'agent' },
  { route: 'opsReconcile', path: routes.opsReconcile(), who: 'agent' },
  { route: 'opsControlBook', path: routes.opsControlBook(), who: 'agent' },
  { route: 'opsTa2', path: routes.opsTa2(), who: 'agent' },
  { route: 'get', path: routes.get(), who: 'everybody' },
  { route: 'getRecipe', path: routes.getRecipe('month-end-register'), who: 'everybody' },
  { route: 'issuerReports', path: routes.issuerReports(larkspur), who: 'everybody' },
  { route: 'reports', path: routes.reports(), who: 'everybody' },
  { route: 'newReport', path: routes.newReport('shareholder-list', { issuer: larkspur }), who: 'everybody' },
  { route: 'newBatch', path: routes.newBatch(), who: 'everybody' },
  { route: 'downloads', path: routes.downloads(), who: 'everybody' },
];

/** Routes that no path alone leads to, and where they are looked at instead. */
export const lookedAtElsewhere: Partial<Record<keyof typeof routes, string>> = {
  signIn: 'e2e/pages.spec.ts',
  run: 'e2e/wizard.spec.ts',
  batch: 'e2e/wizard.spec.ts',
  getRun: 'e2e/get.spec.ts',
};

/** The pages of a person: the agent's staff, or issuer staff of 1001. */
export const pagesFor = (who: 'operator' | 'viewer') =>
  everyPage.filter((visit) => who === 'operator' || visit.who !== 'agent');

/** The dated pages on a day in the past. */
export const datedPages = ofIssuer.map((visit) => ({
  ...visit,
  path: `${visit.path}${visit.path.includes('?') ? '&' : '?'}asof=${past}`,
}));
