// Pulls an issuer into an empty registry and expects equal answers of both.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { readJson } from '#lib/contract/wire/json';
import { addDays } from '#lib/format/dates';
import { addDemoClients } from '#registry/access/clients';
import { clockIn } from '#registry/clock';
import { proof, type TestDatabases } from '#tests/ledger/database';
import { basePath, buyToken, type Registry } from '#tests/registry/boot';
import { command } from '#tests/registry/command';

export const credentials = { REMOTE_CLIENT_ID: 'demo-agent', REMOTE_CLIENT_SECRET: 'demo-agent-secret' };

/** Both registries answer on a later day, so that there are days on which both have books. */
const later = clockIn('America/New_York', new Date('2027-02-01T15:00:00Z'));
const cutoffs = ['2026-11-20', '2026-12-31', '2027-02-01'];

/** Ids of a system, which another system gives anew. */
const ownIds: ReadonlySet<string> = new Set([
  ...['issuerId', 'controlIssuerId', 'securityID', 'securityTypeId', 'securityTypeID', 'systemShareholderId'],
  ...['shareholderControlId', 'controlCertificateId', 'issuanceTransactionId', 'controlTransactionId'],
]);

/** Facts that the interface gives and a register has no column for; the pull lists them. */
const withoutColumn: ReadonlySet<string> = new Set(['securityDescription']);

/** Without ids of a system, lists in an order that does not depend on them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one) => plain(one)).map((one): [string, unknown] => [JSON.stringify(one), one]);
    return list.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  // The list of certificates repeats the system's id where a certificate has no other.
  const isRepeated =
    fields.controlCertificateId !== undefined && fields.customerCertificateId === fields.controlCertificateId;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(
        ([name]) =>
          !ownIds.has(name) && !withoutColumn.has(name) && !(isRepeated && name === 'customerCertificateId'),
      )
      // A reserve is shown by the system's id.
      .filter(([name]) => !(fields.isReserved === true && name === 'displayShareholderId'))
      .map(([name, each]) => [name, plain(each)]),
  );
}

/** Every answer of the interface about the holdings of an issuer. */
async function answersOf(origin: string, issuer: number): Promise<Map<string, unknown>> {
  const token = await buyToken(origin, 'demo-agent');
  const answers = new Map<string, unknown>();
  const ask = async (path: string) => {
    const response = await fetch(`${origin}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([path, response.status]).toEqual([path, 200]);
    answers.set(path, plain(readJson(await response.text())));
  };
  for (const cutoff of cutoffs) {
    await ask(`Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}&CutoffDate=${cutoff}`);
    await ask(`Report/GetOwnershipPercentage?customerIssuerId=${issuer}&cutoff=${cutoff}`);
    await ask(`Report/GetDilutedPercentage?customerIssuerId=${issuer}&cutoff=${cutoff}&isPDF=false`);
  }
  for (const path of ['cap/table', 'details'])
    await ask(`Issuer/shareholder/${path}?CustomerIssuerId=${issuer}&Start=0&NumberOfRows=1000`);
  await ask(`Shareholder/Details/List?customerIssuerId=${issuer}`);
  await ask(`Certificate/GetHoldingCertificates?customerIssuerId=${issuer}&filterStatus=Outstanding`);
  return answers;
}

/** Days of the history, of many years. */
const earlierCutoffs = [
  ...['2009-06-30', '2013-12-31', '2016-06-30', '2018-12-31', '2020-03-31', '2022-09-30', '2023-06-15'],
  ...['2024-02-29', '2024-12-31', '2025-03-17', '2025-09-30', '2026-03-31', '2026-10-31'],
];
const pulledOn = '2026-11-20';

/** What the interface answers about the history of an issuer since the books of the copy begin. */
async function historyOf(origin: string, issuer: number, booksFrom: string): Promise<Map<string, unknown>> {
  const authorization = `Bearer ${await buyToken(origin, 'demo-agent')}`;
  const answers = new Map<string, unknown>();
  async function ask(path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${origin}/api/v1/${path}`, { headers, ...sent });
    expect([path, response.status]).toEqual([path, 200]);
    return readJson(await response.text());
  }
  for (const cutoff of earlierCutoffs.filter((day) => day >= booksFrom)) {
    const balance = `Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}&CutoffDate=${cutoff}`;
    answers.set(balance, plain(await ask(balance)));
    const ownership = `Report/GetOwnershipPercentage?customerIssuerId=${issuer}&cutoff=${cutoff}`;
    answers.set(ownership, plain(await ask(ownership)));
  }
  if (booksFrom === pulledOn) return answers;
  const startDate = addDays(booksFrom, 1);
  const period = { customerIssuerId: issuer, filterDateBy: 'EffectiveDate', startDate, endDate: pulledOn };
  const journal = await ask('Report/GenerateTransactionList', { ...period, returnJSON: true });
  answers.set('journal', plain(journal));
  return answers;
}

/** An earlier day than that on which the books begin is refused with its reason. */
async function expectRefused(origin: string, issuer: number, booksFrom: string): Promise<void> {
  const authorization = `Bearer ${await buyToken(origin, 'demo-agent')}`;
  const cutoff = addDays(booksFrom, -1);
  for (const path of [
    `Issuer/GetIssuerBalance?CustomerIssuerId=${issuer}&CutoffDate=${cutoff}`,
    `Report/GetOwnershipPercentage?customerIssuerId=${issuer}&cutoff=${cutoff}`,
  ]) {
    const response = await fetch(`${origin}/api/v1/${path}`, { headers: { authorization } });
    const { message } = (await response.json()) as { message: string };
    expect([response.status, message]).toEqual([
      400,
      expect.stringMatching(new RegExp(`The books of .+ begin on ${booksFrom}\\.`)),
    ]);
  }
}

export type PulledResult = {
  books: { from: string; transactions: number };

  counts: Record<string, number>;
  byCode: Record<string, number>;
  findings: { code: string; sentence: string }[];
  pulled: { path: string; comparisons: { agrees: boolean }[]; reused: number };
};

/**
 * Pulls an issuer of the running registry into an empty one by the command, posts it, and compares what the interfaces of
 * both say.
 */
export async function expectPulled(
  registry: () => Registry,
  { databases, folder }: { databases: TestDatabases; folder: string },
  issuer: number,
): Promise<{ result: PulledResult; pool: Pool }> {
  const importer = command(registry, 'registry/import');
  const { url, pool } = await databases.open(`pulled_${issuer}`);
  const source = await registry().another({ clock: later, publicUrl: undefined });
  const ran = await importer(
    [
      ...['--from', registry().origin + basePath, '--issuer', String(issuer), '--rate', '50', '--json'],
      ...['--folder', join(folder, String(issuer)), '--kind', 'Delaware corporation'],
      ...['--accept-warnings', 'As the other registry has it'],
    ],
    '',
    { REGISTRY_DATABASE_URL: url, ...credentials },
  );
  expect([ran.status, ran.err]).toEqual([0, '']);
  const result: PulledResult = JSON.parse(ran.out);
  expect(result.counts).toMatchObject({ stop: 0, error: 0 });
  expect(result.pulled.comparisons.filter(({ agrees }) => !agrees)).toEqual([]);
  expect(await proof(pool)).toEqual([]);

  await addDemoClients(pool, later.now());
  const dataDir = join(folder, `target-${issuer}`);
  mkdirSync(dataDir, { recursive: true });
  const target = await registry().another({
    ...{ pool, databaseUrl: url, dataDir, clock: later, publicUrl: undefined },
  });
  try {
    const before = await answersOf(`http://127.0.0.1:${source.port}`, issuer);
    const after = await answersOf(`http://127.0.0.1:${target.port}`, issuer);
    expect(after).toEqual(before);
    const { from, transactions } = result.books;
    const [given, kept] = [
      await historyOf(`http://127.0.0.1:${source.port}`, issuer, from),
      await historyOf(`http://127.0.0.1:${target.port}`, issuer, from),
    ];
    for (const [path, answer] of given) expect([path, kept.get(path)]).toEqual([path, answer]);
    const { rows } = await pool.query(
      "select count(*)::int as txns from txn where sub_kind <> 'Opening position'",
    );
    expect(rows).toEqual([{ txns: transactions }]);
    await expectRefused(`http://127.0.0.1:${target.port}`, issuer, from);
  } finally {
    await target.close(1000);
    await source.close(1000);
  }
  return { result, pool };
}
