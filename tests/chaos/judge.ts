// Checks after the soak test: every write took effect once, books and audit trail hold, logs are clean.

import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { verifyTrail } from '#lib/audit/verify';
import type { Diary } from './simulated-users.ts';
import { password, type Stage } from './stage.ts';
import { privately } from './writer.ts';

/** How often each form took effect, from the database. */
async function effectsOf({ books }: Stage): Promise<Map<string, number>> {
  const { rows } = await books.query<{ marker: string; times: number }>(
    `select h.customer_id as marker, count(distinct (c.issuer_id, c.issued_txn))::int as times
       from holder h join certificate c on c.holder_id = h.id
      where h.customer_id like 'SOAK-ISSUANCE-%' group by 1
     union all
     select m.marker, count(*)::int from (
       select substring(after_text from 'SOAK-EDIT-[A-Z]+(?:-[A-Z]+)?-[0-9]+') as marker from holder_change) m
      where m.marker is not null group by 1`,
  );
  return new Map(rows.map(({ marker, times }) => [marker, times]));
}

/** Every broken guarantee about writes, as sentences. */
export async function judgeWrites(stage: Stage, { forms }: Diary): Promise<string[]> {
  const effects = await effectsOf(stage);
  const known = new Set(forms.map(({ marker }) => marker));
  const wrong = [...effects.keys()]
    .filter((marker) => !known.has(marker))
    .map((marker) => `${marker} came from nowhere`);
  for (const { marker, outcome, reported } of forms) {
    const times = effects.get(marker) ?? 0;
    const requested = outcome === 'recorded' ? 1 : 0;
    if (outcome === null) wrong.push(`${marker} has no outcome: ${reported.slice(0, 9)}`);
    else if (times !== requested)
      wrong.push(`${marker} is called ${outcome} and is there ${times} times: ${reported}`);
  }
  const { rows } = await stage.store.query<{ state: string; count: number }>(
    `select state, count(*)::int from registry_write where state not in ('done', 'refused') group by 1`,
  );
  for (const { state, count } of rows) wrong.push(`${count} writes are left ${state}`);
  return wrong;
}

type Line = { number: number; outcome: string; violations: unknown[] };

/** The registry's own check and the audit trail's. */
export async function judgeBooks(stage: Stage): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve('scripts/registry/check.ts'), '--json'],
    {
      env: { ...process.env, REGISTRY_DATABASE_URL: stage.booksUrl, DATA_DIR: stage.dataDir },
      maxBuffer: 1e8,
    },
  ).catch((error: { stdout?: string; stderr?: string }) => {
    // Status 1 is also returned for the demo's one record difference.
    if (error.stdout) return { stdout: error.stdout };
    throw new Error(`The books could not be checked: ${error.stderr}`);
  });
  const { lines } = JSON.parse(stdout) as { lines: Line[] };
  const wrong = lines
    .filter(({ outcome }) => outcome === 'violated')
    .map(
      ({ number, violations }) =>
        `invariant ${number} is violated: ${JSON.stringify(violations.slice(0, 3))}`,
    );
  if (lines.length < 40) wrong.push(`only ${lines.length} invariants were looked at`);
  const { fault, entries } = await verifyTrail(stage.store);
  if (fault) wrong.push(`the audit trail is broken: ${fault.kind} at ${fault.seq}`);
  if (entries === 0) wrong.push('the audit trail is empty');
  return wrong;
}

const digits = [...privately.taxId].join('[ -]?');
const private_ = new RegExp(
  [
    privately.name,
    digits,
    privately.street,
    privately.email,
    '@soak\\.example',
    'Soakley',
    password,
    'sharebook\\.session=\\S{8}',
  ].join('|'),
  'i',
);

/** No log contains personal data or credentials. */
export function judgeLogs(stage: Stage): string[] {
  return Object.entries(stage.output()).flatMap(([program, text]) =>
    text
      .split('\n')
      .filter((line) => private_.test(line))
      .slice(0, 5)
      .map((line) => `the ${program} wrote: ${line.slice(0, 300)}`),
  );
}
