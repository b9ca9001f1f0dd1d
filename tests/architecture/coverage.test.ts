import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { everyPage, testedInOtherFiles } from '#e2e/support/every-page';
import { type AgentId, type EndpointId, endpointIds } from '#lib/contract/index';
import { builtReports } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { closureOf, textOf } from './imports.ts';

/** Operations that no page calls: files are downloaded into runs, and the token stays on the server. */
const serverOnly: readonly EndpointId[] = ['DownloadReport', 'DownloadTransactionDetails', 'Token'];

/** Agent operations that no page names: the list of them is asked for by the server, the others are for programs. */
const forPrograms: readonly AgentId[] = [
  'GetAgentOperations',
  'GetControlBook',
  'GetRecordDifferences',
  'OpenRecordDifference',
  'ChangeRecordDifference',
  'AddRecordDifferenceStep',
  'ResolveRecordDifference',
  'GetSentReports',
  'RecordSentReport',
];

/** Agent operations of the frame around every page, or of the server for one: the file that names each. */
const besidePages: Partial<Record<EndpointId, string>> = {
  SearchRegister: 'features/search/palette-search.ts',
  GetLargestHolders: 'lib/gateway/summaries/largest-holders.ts',
  GetDilutedPercentage: 'lib/gateway/summaries/answer-checks.ts',
};

/** The page that has a form for every report. */
const wizard = 'app/(dashboard)/reports/new/[report]/page.tsx';

/** A file and everything of ours it imports. Skipped: the contract and the policy name every operation. */
const closure = (file: string) => closureOf(file, (path) => !/^lib\/(contract|access)\//.test(path));

const naming = (id: EndpointId) => new RegExp(`['"\`]${id}['"\`]`);

const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => `app/${file.replaceAll('\\', '/')}`)
  .filter((file) => /(^|\/)page\.tsx$/.test(file));

/** The code of each page. `lib` is left out, because its helpers name operations for every page. */
const filesOf = new Map(
  pages.map((page) => [page, [...closure(page)].filter((file) => /^(app|features|components)\//.test(file))]),
);

/** The pages whose own code names an operation. */
function pagesNaming(id: EndpointId): string[] {
  const names = naming(id);
  return pages.filter((page) => filesOf.get(page)?.some((file) => names.test(textOf(file))));
}

describe('operation → page', () => {
  const reports = new Set<EndpointId>(builtReports);

  test.each(
    endpointIds.filter(
      (id) => !reports.has(id) && !serverOnly.includes(id) && !forPrograms.some((one) => one === id),
    ),
  )('%s is called by a page', (id) => {
    const beside = besidePages[id];
    if (beside) expect(textOf(beside)).toMatch(naming(id));
    else expect(pagesNaming(id), `no page names ${id}`).not.toEqual([]);
  });

  test('an operation without a page is detected', () => {
    expect(pagesNaming('GetNothing' as EndpointId)).toEqual([]);
    for (const id of serverOnly) expect(pagesNaming(id), id).toEqual([]);
  });

  test('every report has a form, and an end-to-end test covers them all', () => {
    expect(pages).toContain(wizard);
    expect(filesOf.get(wizard)).toContain('features/reports/wizard/wizard-view.tsx');
    expect(textOf('e2e/wizard.spec.ts')).toContain('for (const id of builtReports)');
  });
});

describe('route → accessibility sweep', () => {
  test('every route is in the sweep, or tested by name elsewhere', () => {
    const swept = new Set<string>([
      ...everyPage.map(({ route }) => route),
      ...Object.entries(testedInOtherFiles)
        .filter(([, file]) => existsSync(file))
        .map(([route]) => route),
    ]);
    const missing = Object.keys(routes).filter((route) => !swept.has(route));
    expect(missing, 'routes without a line in e2e/support/every-page.ts').toEqual([]);
  });

  test('every page is reached by a route of the sweep, and every route leads to a page', () => {
    const shapes = [...everyPage.map(({ path }) => path), ...other].map((path) =>
      (path.split('?')[0] ?? '').split('/'),
    );
    const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .map((file) =>
        `/${file.replace(/(\(|)page\.tsx$/, '')}`.replace(/\/\([^)]+\)/g, '').replace(/(.)\/$/, '$1'),
      );
    const leads = (shape: readonly string[], page: string) => {
      const parts = page.split('/');
      return (
        shape.length === parts.length &&
        parts.every((part, index) => part.startsWith('[') || part === shape[index])
      );
    };
    expect(pages.length).toBeGreaterThan(30);
    const unreached = pages.filter((page) => !shapes.some((shape) => leads(shape, page)));
    expect(unreached, 'pages without a line in e2e/support/every-page.ts').toEqual([]);
    const lost = shapes.filter((shape) => !pages.some((page) => leads(shape, page)));
    expect(lost, 'routes without a page.tsx below app').toEqual([]);
  });
});

const other = [
  routes.editItem(1, 1),
  routes.request(1, 1),
  routes.newRequest(1),
  routes.audit(),
  routes.signIn(),
  routes.publicVerify(),
  routes.publicFile(),
  routes.sending(),
  routes.secondFactor(),
  routes.enrol(),
  routes.invited('x'),
  routes.users(),
  routes.newUser(),
  routes.user('x'),
  routes.run('x'),
  routes.batch('x'),
  routes.getRun('x'),
  // Former addresses of Proof, which lead there (e2e/ops.spec.ts).
  '/ops/reconcile',
  '/ops/control-book',
];
