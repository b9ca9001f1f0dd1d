import { createWriteStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { writeJson } from '#lib/contract/wire/json';
import { type RowCounts, rowStates } from '#registry/bulk/bulk-rows';
import type { BulkSettings } from '#registry/bulk/instruction-settings';
import { resultText } from '#registry/bulk/jobs';
import { batchesOf, postBatch, type Result } from '#registry/bulk/post/post-row';
import { checkBulk } from '#registry/bulk/sheet/check';
import { bulkSheets } from '#registry/bulk/sheet/fields';
import type { BulkKind, Values } from '#registry/bulk/sheet/instruction';
import { openBulk } from '#registry/bulk/sheet/open';
import { bulkTemplate } from '#registry/bulk/sheet/template';
import { clockIn } from '#registry/clock';
import { openDatabase } from '#registry/db/open';
import { readEnv } from '#registry/env';
import type { Checked } from '#registry/import/check/check-register';
import { countsText, type Finding } from '#registry/import/findings';
import { findingsWorkbook } from '#registry/import/report/findings-workbook';
import { templateCsv, templateWorkbook } from '#registry/import/template/template';
import type { Actor } from '#registry/items/item';
import { clearProgress, progress, Rejection, readArguments, rejectionIs2, runCommand } from './command.ts';

const usage = `Carries out a sheet of issuances, transfers and holder updates: a workbook, a CSV file, or CSV files in a ZIP archive.
Each row ends as posted, waiting, refused or already there. A sheet that was stopped or sent before is sent again: no row
is written twice.

  npm run registry:bulk -- FILE --dry-run [--findings OUT.xlsx] [--json]
  npm run registry:bulk -- FILE --by "First Last <EMAIL>" [--approved-by "First Last <EMAIL>"]
        [--accept-warnings REASON] [--findings OUT.xlsx] [--json]
  npm run registry:bulk -- --template OUT.xlsx|OUT.zip [--example]

--dry-run          reads and checks everything and writes nothing
--by               who sends the sheet; kept with each transaction
--approved-by      another user who approved it; required unless REGISTRY_APPROVAL is none
--accept-warnings  posts in spite of warnings
--findings         writes the file as a workbook with each finding as the comment of its cell
--template         writes the workbook to fill; --example fills it for a fictional issuer
--json             prints the check and the result of each row as JSON`;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      by: { type: 'string' },
      'approved-by': { type: 'string' },
      'accept-warnings': { type: 'string' },
      findings: { type: 'string' },
      template: { type: 'string' },
      example: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void console.log(usage);
  if (values.template !== undefined) return writeTemplate(values.template, values.example ?? false);
  const [path, more] = positionals;
  if (!path || more !== undefined) throw new Rejection(usage);
  if (values.findings && existsSync(values.findings))
    throw new Rejection(`${values.findings} exists already. Nothing was read.`);
  const isTried = values['dry-run'] ?? false;
  const accepted = values['accept-warnings']?.trim();
  if (accepted === '') throw new Rejection('Say why the warnings are accepted.');
  const env = readEnv();
  const clock = clockIn(env.timeZone, env.fixedNow);
  const settings: BulkSettings = { timeZone: env.timeZone, issuanceMode: env.issuanceMode, work: env.work };
  const people = isTried ? null : peopleOf(values.by, values['approved-by'], settings);
  const database = await openDatabase(env, { connectionsMax: 3, applicationName: 'sharebook bulk sheet' });
  try {
    const { checked, results } = await database.asOwner(async (pool) => {
      // The rows that were read are a temporary table of this connection.
      const client = await pool.connect();
      try {
        const given = { today: clock.today(), now: clock.now(), settings, onStep: progress };
        const checked = await checkBulk(client, path, given);
        const { stop, error, warning } = checked.counts;
        const isPosted = people && stop + error === 0 && (warning === 0 || accepted !== undefined);
        const results = isPosted ? await post(pool, client, { settings, clock, ...people }) : null;
        return { checked, results };
      } finally {
        client.release(true);
      }
    });
    if (values.findings) await writeFindings(path, checked, values.findings, clock.today());
    clearProgress();
    const counts = results && countOf(results);
    console.log(
      values.json
        ? writeJson({
            ...checked,
            byCode: Object.fromEntries(checked.byCode),
            counts: checked.counts,
            results,
          })
        : textOf(checked, results),
    );
    const isSound = checked.counts.stop + checked.counts.error === 0;
    if (!isSound || (!isTried && (!counts || counts.Refused > 0))) process.exitCode = 1;
  } finally {
    await database.release();
  }
}

type People = { by: Actor; approver: Actor | null };

/** Whoever runs the command has the database: it records who is named, and asks for a second one where the registry does. */
function peopleOf(by: string | undefined, approvedBy: string | undefined, { work }: BulkSettings): People {
  if (!by) throw new Rejection('Name who sends the sheet with --by "First Last <EMAIL>".');
  const sender = actorOf(by);
  const approver = approvedBy === undefined ? null : actorOf(approvedBy);
  if (work.approval === 'none') return { by: sender, approver };
  if (!approver)
    throw new Rejection(
      'This registry asks for the approval of another user. Name who approved the sheet with --approved-by.',
    );
  if (approver.email.toLowerCase() === sender.email.toLowerCase())
    throw new Rejection('Who sends the sheet cannot approve it.');
  return { by: sender, approver };
}

function actorOf(text: string): Actor {
  const start = text.indexOf('<');
  const email = text.slice(start + 1, -1).trim();
  const names = text.slice(0, Math.max(0, start)).trim().split(' ').filter(Boolean);
  if (start < 1 || !text.endsWith('>') || !email.includes('@') || names.length < 2)
    throw new Rejection(`"${text}" is not a person such as "Casey Lindqvist <casey@agent.example>".`);
  return { email, firstName: names[0]!, lastName: names.slice(1).join(' ') };
}

type RowResult = Result & { sheet: string; firstRow: number; lastRow: number; key: string };
type Staged = {
  sheet: string;
  kind: BulkKind;
  first_row: number;
  last_row: number;
  key: string;
  content: string;
  acknowledged: string;
};

async function post(
  pool: Pool,
  client: PoolClient,
  { settings, clock, by, approver }: People & { settings: BulkSettings; clock: ReturnType<typeof clockIn> },
): Promise<RowResult[]> {
  const { rows } = await client.query<Staged>('select * from staged_bulk order by number');
  const instructions = rows.map((row) => ({
    ...{ row, kind: row.kind, key: row.key, rows: JSON.parse(row.content) as Values[] },
    acknowledged: row.acknowledged.split(' ').filter(Boolean),
  }));
  const results: RowResult[] = [];
  for (const batch of batchesOf(instructions)) {
    progress(`Row ${results.length} of ${rows.length}`);
    const ended: RowResult[] = [];
    const who = { settings, today: clock.today(), now: clock.now(), by, approver };
    await postBatch(pool, batch, who, async (_tx, list) => {
      for (const { one, result } of list) {
        const { sheet, first_row: firstRow, last_row: lastRow, key } = one.row;
        ended[batch.indexOf(one)] = { sheet, firstRow, lastRow, key, ...result };
      }
    });
    results.push(...ended);
  }
  return results;
}

function countOf(results: readonly RowResult[]): RowCounts {
  const counts = Object.fromEntries(rowStates.map((state) => [state, 0])) as RowCounts;
  for (const { state } of results) counts[state] += 1;
  return counts;
}

const shownMax = 200;

function textOf(checked: Checked, results: readonly RowResult[] | null): string {
  const { counts, findings, rows, digest } = checked;
  const shown = findings.slice(0, shownMax);
  const all = counts.stop + counts.error + counts.warning + counts.note;
  const refused = (results ?? []).filter(({ state }) => state === 'Refused');
  return [
    ...shown.map(lineOf),
    ...(all > shown.length ? [`… and ${all - shown.length} more`] : []),
    ...refused
      .slice(0, shownMax)
      .map(
        ({ sheet, firstRow, field, sentence }) =>
          `refused  ${sheet} row ${firstRow}${field ? `, ${field}` : ''}: ${sentence}`,
      ),
    `Rows read: ${Object.entries(rows)
      .map(([sheet, count]) => `${sheet} ${count}`)
      .join(', ')}`,
    `SHA-256 of the file: ${digest}`,
    `${countsText(counts)}.`,
    results ? `${resultText(countOf(results))}.` : 'Nothing was written.',
  ].join('\n');
}

function lineOf({ code, severity, sheet, row, field, cell, sentence }: Finding): string {
  const place = [sheet, cell || (row === null ? '' : `row ${row}`), field].filter(Boolean).join(' ');
  return `${severity} ${code}  ${place ? `${place}: ` : ''}${sentence}`;
}

async function writeFindings(path: string, { findings }: Checked, out: string, date: string): Promise<void> {
  const workbook = findingsWorkbook(path, findings, date, openBulk, bulkSheets);
  await pipeline(workbook, createWriteStream(out, { flags: 'wx', mode: 0o600 }));
}

async function writeTemplate(out: string, isExample: boolean): Promise<void> {
  const ending = /\.(xlsx|zip)$/i.exec(out)?.[1]?.toLowerCase();
  if (!ending) throw new Rejection('Name a file that ends in xlsx or zip with --template.');
  if (existsSync(out)) throw new Rejection(`${out} exists already. Nothing was written.`);
  const bytes =
    ending === 'zip' ? templateCsv(isExample, bulkTemplate) : templateWorkbook(isExample, bulkTemplate);
  await pipeline(bytes, createWriteStream(out, { flags: 'wx' }));
  console.log(`Written to ${out}`);
}

await runCommand(main, rejectionIs2);
