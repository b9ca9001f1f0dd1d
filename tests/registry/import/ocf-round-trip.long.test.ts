/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { openTestDatabases, type TestDatabases } from '#tests/ledger/database';
import { registryOfFile } from '../boot.ts';
import { expectRoundTrip, type Loss } from './ocf-round-trip.ts';

const registry = registryOfFile();
const folder = mkdtempSync(join(tmpdir(), 'ocf-'));
let databases: TestDatabases;
beforeAll(async () => {
  databases = await openTestDatabases();
});
afterAll(async () => {
  await databases.close();
  rmSync(folder, { recursive: true, force: true });
});

test.for<Loss>([
  // A forward split, treasury shares and repurchases.
  { issuer: 1001, leftOut: [], listed: ['Rejections: 78.'] },
  // A reverse split of 21,000 holders, with payments for fractions.
  { issuer: 1004, leftOut: [], listed: ['Payments for fractions: 19421.'] },
  // A reverse split, old paper with stops, and an open difference.
  { issuer: 1005, leftOut: ['Warrants'], listed: ['Stops: 18.', 'Open record differences: 1.'] },
  // Membership interests without a limit, and debentures.
  { issuer: 1006, leftOut: ['7.5% Debentures'], listed: ['Dividends: 7.'] },
  { issuer: 1009, leftOut: ['6% Bonds'], listed: ['Dividends: 7.'] },
])(
  'issuer $issuer comes back from a package with equal classes, holders and positions',
  { timeout: 300_000 },
  (loss) => expectRoundTrip(registry, { databases, folder }, loss),
);
