import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everyPage, lookedAtElsewhere } from '#e2e/every-page';
import { type EndpointId, endpointIds } from '#lib/contract/index';
import { builtReports, reportSlug } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';

/** Where a user would look for an operation, and the journey that goes there. */
type Place = {
  /** A page below app/, or the code that serves users where the operation has no page. */
  page: string;
  /** A file below e2e/ and text of it that shows it goes there. */
  journey: string;
  says: string;
};

const at = (page: string) => `(dashboard)/issuers/[issuer]/${page}page.tsx`;
const ops = (page: string) => `(dashboard)/ops/${page}/page.tsx`;

/** A report is created in the wizard; a journey goes through every form. */
const report = (id: EndpointId): Place => ({
  page: '(dashboard)/reports/new/[report]/page.tsx',
  journey: 'wizard.spec.ts',
  says: `'${reportSlug(id)}'`,
});

/** Every operation → page → journey. A missing operation does not compile. */
const places: Record<EndpointId, Place> = {
  GetTransferAgentIssuers: {
    page: '(dashboard)/page.tsx',
    journey: 'main-journey.spec.ts',
    says: 'Portfolio',
  },
  GetIssuerBalance: { page: at(''), journey: 'main-journey.spec.ts', says: 'Authorized' },
  GetShareholderCapTable: {
    page: at('cap-table/'),
    journey: 'main-journey.spec.ts',
    says: 'Cap table by holder',
  },
  GetOwnershipPercentage: {
    page: at('ownership/'),
    journey: 'main-journey.spec.ts',
    says: 'Ownership',
  },
  GetShareholderDetailsList: {
    page: at('holders/'),
    journey: 'holders.spec.ts',
    says: 'holders?view=records',
  },
  GetShareholderDetails: {
    page: at('holders/[holder]/'),
    journey: 'holders.spec.ts',
    says: 'tab=record',
  },
  GetHoldingSummary: {
    page: at('holders/[holder]/'),
    journey: 'holders.spec.ts',
    says: "row(page, 'Common Stock')",
  },
  GetIssuerShareholderDetails: {
    page: at('holders/[holder]/'),
    journey: 'holders.spec.ts',
    says: 'Certificates (8)',
  },
  GetHoldingCertificates: {
    page: at('certificates/'),
    journey: 'journal.spec.ts',
    says: '/issuers/1008/certificates',
  },
  GetIssuerActiveCertificateDefinitions: {
    page: at('certificates/'),
    journey: 'journal.spec.ts',
    says: '/issuers/1008/certificates',
  },
  GetTAStatusTransactions: {
    page: at('transactions/'),
    journey: 'journal.spec.ts',
    says: '/issuers/1001/transactions',
  },
  GetDilutedPercentage: { page: at('dilution/'), journey: 'analysis.spec.ts', says: '/dilution' },
  GetProxyList: { page: at('proxies/'), journey: 'jobs.ts', says: 'Proxies' },
  GetDividendList: { page: at('dividends/'), journey: 'events.spec.ts', says: '/dividends' },
  GetIssuerSecurityTypes: {
    page: at('issue/'),
    journey: 'writes.spec.ts',
    says: 'Class (required)',
  },
  CreateNewIssuance: {
    page: at('issue/'),
    journey: 'writes.spec.ts',
    says: 'Issue these shares',
  },
  CreateOrUpdate: {
    page: at('holders/new/'),
    journey: 'writes.spec.ts',
    says: 'Register this holder',
  },
  GetTA2Report: { page: ops('ta-2'), journey: 'ops.spec.ts', says: '/ops/ta-2' },
  GenerateTransactionList: {
    page: at('transactions/'),
    journey: 'journal.spec.ts',
    says: 'transactions?view=journal',
  },
  GenerateShareholderList: report('GenerateShareholderList'),
  GenerateHoldingsStatement: report('GenerateHoldingsStatement'),
  GenerateDRSStatement: report('GenerateDRSStatement'),
  GenerateOwnershipPercentage: report('GenerateOwnershipPercentage'),
  GenerateDilutedPercentage: report('GenerateDilutedPercentage'),
  GenerateIssuerBalance: report('GenerateIssuerBalance'),
  GenerateIssuerContacts: report('GenerateIssuerContacts'),
  GenerateTransactions: report('GenerateTransactions'),
  GenerateTransactionDetails: report('GenerateTransactionDetails'),
  GenerateControlBook: report('GenerateControlBook'),
  GenerateRejectionList: report('GenerateRejectionList'),
  GenerateMailingLabels: report('GenerateMailingLabels'),
  GenerateProxyDetails: report('GenerateProxyDetails'),
  GenerateDividendDetails: report('GenerateDividendDetails'),
  // The three that no browser calls: files are downloaded into runs, the token stays on the server.
  DownloadReport: {
    page: '(dashboard)/reports/runs/[run]/page.tsx',
    journey: 'main-journey.spec.ts',
    says: 'Ready. The file was checked',
  },
  DownloadTransactionDetails: {
    page: '(dashboard)/reports/runs/[run]/page.tsx',
    journey: 'journal.spec.ts',
    says: 'Download the details',
  },
  Token: { page: '(auth)/sign-in/page.tsx', journey: 'traffic.ts', says: 'access_token' },
};

/** Operations whose page does not name them: read by the server for every page, or called by lower layers. */
const belowThePages = new Set<EndpointId>(['DownloadReport', 'DownloadTransactionDetails', 'Token']);

const found = (path: string) =>
  [path, `${path}.ts`, `${path}.tsx`].find((one) => /\.tsx?$/.test(one) && existsSync(one));

/** The file and everything of ours it imports, statically or dynamically. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, target = ''] of text.matchAll(/(?:from\s+|import\s*\(\s*|^import\s+)'([^']+)'/gm)) {
    const path = target.startsWith('.')
      ? normalize(join(dirname(file), target))
      : target.match(/^(?:@\/|#)(.+)/)?.[1];
    const next = path && found(path);
    // Skipped: the contract and the policy name every operation.
    if (next && !/^lib\/(contract|access)\//.test(next)) closure(next, seen);
  }
  return seen;
}

const naming = (id: EndpointId) => new RegExp(`['"\`]${id}['"\`]`);

describe('operation → page → journey', () => {
  test('every operation has one', () => {
    expect(Object.keys(places).sort()).toEqual([...endpointIds].sort());
  });

  test.each(endpointIds)('%s', (id) => {
    const { page, journey, says } = places[id];
    expect(existsSync(join('app', page)), `app/${page}`).toBe(true);
    expect(existsSync(join('e2e', journey)), `e2e/${journey}`).toBe(true);
    const text = readFileSync(join('e2e', journey), 'utf8');
    expect(text.includes(says), `e2e/${journey} says ${says}`).toBe(true);
    const generic = builtReports.some((one) => one === id) && page.includes('[report]');
    if (generic || belowThePages.has(id)) return;
    const files = [...closure(join('app', page))];
    const names = files.filter((file) => naming(id).test(readFileSync(file, 'utf8')));
    expect(names, `no file behind app/${page} names ${id}`).not.toEqual([]);
  });
});

describe('route → sweep', () => {
  test('every route is swept, or looked at by name elsewhere', () => {
    const swept = new Set<string>([
      ...everyPage.map(({ route }) => route),
      ...Object.entries(lookedAtElsewhere)
        .filter(([, file]) => existsSync(file))
        .map(([route]) => route),
    ]);
    expect(Object.keys(routes).filter((route) => !swept.has(route))).toEqual([]);
  });

  test('every page of the dashboard is reached by a route of the sweep', () => {
    const shapes = [...everyPage.map(({ path }) => path), ...elsewhere].map((path) =>
      (path.split('?')[0] ?? '').split('/'),
    );
    const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .map((file) =>
        `/${file.replace(/(\(|)page\.tsx$/, '')}`.replace(/\/\([^)]+\)/g, '').replace(/(.)\/$/, '$1'),
      );
    const reached = (page: string) => {
      const parts = page.split('/');
      return shapes.some(
        (shape) =>
          shape.length === parts.length &&
          parts.every((part, index) => part.startsWith('[') || part === shape[index]),
      );
    };
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter((page) => !reached(page))).toEqual([]);
  });
});

const elsewhere = [
  routes.audit(),
  routes.signIn(),
  routes.secondFactor(),
  routes.enrol(),
  routes.invited('x'),
  routes.users(),
  routes.newUser(),
  routes.user('x'),
  routes.run('x'),
  routes.batch('x'),
  routes.getRun('x'),
];
