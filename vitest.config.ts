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
const long = '**/*.long.test.ts';
// These run in both lanes: they have tests with the tag `long`, or take more cases where TEST_LANE is "long".
const both = [
  'demo/records.system.test.ts',
  'tests/app/exposed.test.ts',
  'tests/gateway/matrix/matrix-programs.test.ts',
  'tests/ledger/property.test.ts',
  'tests/model/model.test.ts',
  'tests/transport/transport.test.ts',
];

const withServices = {
  globalSetup: './tests/global-setup.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  chaiConfig: { truncateThreshold: 0 },
  pool: 'forks' as const,
  maxWorkers: 2,
};

export default defineConfig({
  test: {
    tags: [{ name: 'long', description: 'Takes minutes, or waits for one: npm run test:long.' }],
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: [
            '{app,features,lib,components,registry,demo,scripts}/**/*.test.{ts,tsx}',
            'tests/architecture/**/*.test.ts',
          ],
          exclude: ['node_modules/**', '.next/**', 'lib/postgres/**', '**/*.system.test.ts'],
          testTimeout: 30_000,
          chaiConfig: { truncateThreshold: 0 },
        },
      },
      {
        resolve,
        test: {
          ...withServices,
          name: 'system',
          include: system,
          exclude: ['node_modules/**', '.next/**', 'tests/architecture/**', long],
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
