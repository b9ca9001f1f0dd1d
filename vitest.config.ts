import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const resolve = {
  tsconfigPaths: true,
  alias: { 'server-only': fileURLToPath(new URL('./tests/stand-ins/server-only.ts', import.meta.url)) },
};

// unit: no service, seconds. system: starts PostgreSQL, the registry or stand-ins over real HTTP.
const system = ['tests/**/*.test.ts', 'lib/postgres/**/*.test.ts', '**/*.system.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: [
            '{app,lib,components,registry,scripts}/**/*.test.{ts,tsx}',
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
          name: 'system',
          include: system,
          exclude: ['node_modules/**', '.next/**', 'tests/architecture/**'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          chaiConfig: { truncateThreshold: 0 },
          pool: 'forks',
          maxWorkers: 2,
        },
      },
    ],
  },
});
