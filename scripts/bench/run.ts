// Runs npm run bench: each subject in its own process, against the results of the last commit.

import { fork, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Row } from '#bench/row';
import { buildIfNeeded } from '../build.ts';

type Results = Record<string, { small?: readonly Row[]; full?: readonly Row[] }>;
type TestResponse = { rows?: Row[]; skipped?: string };

const file = 'bench/results.json';
const args = process.argv.slice(2);
const form = args.includes('--full') ? 'full' : 'small';
const requested = args.filter((arg) => !arg.startsWith('--'));
/** Includes subjects whose small form takes minutes. */
const everything = form === 'full' || args.includes('--all') || requested.length > 0;

const subjects = readdirSync('bench', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(`bench/${entry.name}/measure.ts`))
  .map(({ name }) => name)
  .sort();

function parsed(text: string): Results {
  try {
    return JSON.parse(text) as Results;
  } catch {
    return {};
  }
}

/** The results of the last commit; without git, those in the file. */
function committed(): Results {
  const { status, stdout } = spawnSync('git', ['show', `HEAD:${file}`], { encoding: 'utf8' });
  return parsed(status === 0 ? stdout : existsSync(file) ? readFileSync(file, 'utf8') : '');
}

/** Runs one subject in its own process, so that it does not inherit another's memory; null when it failed. */
function measured(name: string): Promise<TestResponse | null> {
  const child = fork('scripts/bench/one-subject.ts', [name, form, everything ? 'wanted' : 'quick'], {
    execArgv: ['--conditions=react-server', '--expose-gc'],
  });
  let response: TestResponse | null = null;
  child.on('message', (message) => {
    response = message as TestResponse;
  });
  return new Promise((done) => child.on('exit', (status) => done(status === 0 ? response : null)));
}

/** Four digits are enough and keep the diff of results.json small. */
const rounded = (_name: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(4)) : value;

const plain = (value: number | null) =>
  value === null ? '' : value.toLocaleString('en-US', { maximumSignificantDigits: 4 });

/** The value of a row that is compared over time. */
const figureOf = ({ ratio, value }: Row) => ratio ?? value;

function driftOf(now: Row, before: Row | undefined): string {
  if (!before || figureOf(before) === 0) return '';
  const percent = Math.round((figureOf(now) / figureOf(before) - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

function print(rows: readonly Row[], before: readonly Row[] = []): void {
  const table = rows.map((row) => {
    const earlier = before.find(({ measurement }) => measurement === row.measurement);
    return {
      measurement: row.measurement,
      measured: `${plain(row.value)} ${row.unit}`,
      floor: plain(row.floor),
      ratio: plain(row.ratio),
      spread: row.rounds > 1 ? row.spread.map(plain).join(' … ') : '',
      limit: row.limit ?? '',
      pass: row.pass === null ? '' : row.pass ? 'yes' : 'NO',
      drift: driftOf(row, earlier),
    };
  });
  const names = ['measurement', 'measured', 'floor', 'ratio', 'spread', 'limit', 'pass', 'drift'] as const;
  const lines = [Object.fromEntries(names.map((name) => [name, name])) as (typeof table)[number], ...table];
  const widths = names.map((name) => Math.max(...lines.map((line) => line[name].length)));
  for (const line of lines) {
    const cells = names.map((name, at) =>
      at === 0 ? line[name].padEnd(widths[at] ?? 0) : line[name].padStart(widths[at] ?? 0),
    );
    console.log(`  ${cells.join('  ').trimEnd()}`);
  }
  for (const { measurement, note } of rows) if (note) console.log(`  (${measurement}: ${note})`);
}

const unknown = requested.filter((name) => !subjects.includes(name));
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(', ')}; there are ${subjects.join(', ')}.`);
  process.exit(1);
}
const strange = args.filter((arg) => arg.startsWith('--') && !['--full', '--all'].includes(arg));
if (strange.length > 0) {
  console.error(`There is no option ${strange.join(', ')}; there are --all and --full.`);
  process.exit(1);
}
// Built once beforehand: several subjects start the whole program.
await buildIfNeeded();
const last = committed();
const results = parsed(existsSync(file) ? readFileSync(file, 'utf8') : '');
let missed = 0;
for (const name of requested.length > 0 ? requested : subjects) {
  const startedAt = Date.now();
  const response = await measured(name);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (response?.skipped) {
    console.log(`\n${name}: ${response.skipped}`);
    continue;
  }
  if (!response?.rows) {
    missed += 1;
    console.error(`\n${name}: broke off, see above`);
    continue;
  }
  console.log(`\n${name}, ${form} form, ${seconds} s`);
  const rows = JSON.parse(JSON.stringify(response.rows, rounded)) as Row[];
  print(rows, last[name]?.[form]);
  missed += rows.filter(({ pass }) => pass === false).length;
  results[name] = { ...results[name], [form]: rows };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
if (missed > 0) console.error(`\n${missed} missed.`);
process.exit(missed > 0 ? 1 : 0);
