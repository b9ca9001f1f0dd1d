import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const resolve = {
  tsconfigPaths: true,
  alias: {
    'server-only': fileURLToPath(new URL('./tests/fakes/server-only.ts', import.meta.url)),
    '#components': fileURLToPath(new URL('./components', import.meta.url)),
    '#features': fileURLToPath(new URL('./features', import.meta.url)),
  },
};

// unit: no service, seconds. system: starts PostgreSQL, the registry or fakes over real HTTP. long: the same for
// minutes at a time, `npm run test:long`.
const system = ['tests/**/*.test.ts', 'lib/postgres/**/*.test.ts', '**/*.system.test.ts'];
// To load the registry takes a file some two seconds of processor time. Those that test it alone replace no module and
// share processes; those of the dashboard replace modules, and each has a process of its own.
const registryAlone = [
  'tests/{registry,database,ledger,model}/**/*.test.ts',
  '{registry,demo}/**/*.system.test.ts',
];
const long = '**/*.long.test.ts';
// These have tests for the long lane: with the tag `long`, or `scaled`, which take more cases there (TEST_LANE).
const both = [
  'demo/records.system.test.ts',
  'lib/postgres/embedded/start.test.ts',
  'tests/accounts/users.test.ts',
  'tests/app/exposed.long.test.ts',
  'tests/database/restore.test.ts',
  'tests/gateway/access/lost-rights.test.ts',
  'tests/gateway/faults/error-rows.test.ts',
  'tests/gateway/faults/registry-rejects.test.ts',
  'tests/gateway/matrix/matrix-programs.test.ts',
  'tests/gateway/runs/cut-downloads.test.ts',
  'tests/gateway/writes/writes.test.ts',
  'tests/ledger/property.test.ts',
  'tests/model/model.test.ts',
  'tests/registry/agent/bulk.test.ts',
  'tests/registry/agent/demo-items.test.ts',
  'tests/registry/agent/exports.test.ts',
  'tests/registry/agent/items.test.ts',
  'tests/registry/agent/pulled-registers.test.ts',
  'tests/registry/agent/registers.test.ts',
  'tests/registry/agent/ta2.test.ts',
  'tests/registry/bad-inputs/bad-inputs.test.ts',
  'tests/registry/check/check-demo.test.ts',
  'tests/registry/conformance.test.ts',
  'tests/registry/import/ocf-round-trip.test.ts',
  'tests/registry/import/post.test.ts',
  'tests/registry/import/pull/pull.test.ts',
  'tests/registry/proof/proof.test.ts',
  'tests/registry/reports/certified-list.test.ts',
  'tests/registry/reports/reports.test.ts',
  'tests/registry/reports/roll-forward-file.test.ts',
  'tests/registry/reports/roll-forward-recomputed.test.ts',
  'tests/registry/export/export.test.ts',
  'tests/registry/export/import.test.ts',
  'tests/registry/writes/writes.test.ts',
  'tests/transport/transport.test.ts',
];

const notUnit = ['node_modules/**', '.next/**', 'lib/postgres/**', '**/*.system.test.ts', long];
// Each has a process of its own, as the tests of components have: they replace modules or objects of a browser, or count
// what a module logs once. All others share processes, because loading the modules again for each file takes longer than
// the tests.
const isolated = [
  'app/api/health/ready/route.test.ts',
  'components/table/window/saved-scroll.test.ts',
  'features/frame/sign-out.test.ts',
  'lib/api/call.test.ts',
  'lib/gateway/response/drop-other-issuers.test.ts',
];
const withoutServices = {
  testTimeout: 30_000,
  maxWorkers: 2,
  chaiConfig: { truncateThreshold: 0 },
};

const withServices = {
  globalSetup: './tests/global-setup.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  chaiConfig: { truncateThreshold: 0 },
  pool: 'forks' as const,
  // While one waits for its database or for a process of its own, the others use the processors.
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    tags: [
      { name: 'long', description: 'Takes long, or waits: npm run test:long.' },
      { name: 'scaled', description: 'In npm test, and with more cases in npm run test:long.' },
    ],
    projects: [
      {
        resolve,
        test: {
          ...withoutServices,
          name: 'unit',
          include: [
            '{app,features,lib,components,registry,demo,scripts}/**/*.test.ts',
            'tests/architecture/**/*.test.ts',
          ],
          exclude: [...notUnit, ...isolated],
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...withoutServices,
          name: 'unit-screens',
          include: ['{app,features,components,lib}/**/*.test.tsx', ...isolated],
          exclude: notUnit,
        },
      },
      {
        resolve,
        test: {
          ...withServices,
          name: 'system',
          include: system,
          exclude: ['node_modules/**', '.next/**', 'tests/architecture/**', long, ...registryAlone],
        },
      },
      {
        resolve,
        test: {
          ...withServices,
          name: 'system-registry',
          include: registryAlone,
          exclude: ['node_modules/**', '.next/**', long],
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...withServices,
          name: 'long',
          include: [long, ...both],
          exclude: ['node_modules/**', '.next/**'],
          env: { TEST_LANE: 'long' },
        },
      },
    ],
  },
});
