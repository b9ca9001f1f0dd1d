// Runs the steps of npm test and prints what failed.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { keepCompiledModules } from '#tests/compile-cache';
import { keepFilesInMemory } from '#tests/temporary-folder';
import { ensureBrowser } from './browser.ts';
import { buildIfNeeded } from './build.ts';

type Count = { passed: number; failed: number; skipped: number };
/** A failed test: its file, its whole name and what it said. */
type Failure = { file: string; test: string; output: string };
/** `check`: needs no service and no browser. `long`: minutes at a time, apart from the others. */
type Lane = 'check' | 'test' | 'long';
type Step = { name: string; lane: Lane; run: () => Promise<Count> };
type Timed = { name: string; ms: number };

const OUT = '.cache/test';
/** Lines of one failure repeated at the end: enough to name the cause, few enough to leave the others in sight. */
const SAID = 30;
const failures: Failure[] = [];
/** Journeys that passed on their second try, with what the first one said. */
const retried: Failure[] = [];
const timed: Timed[] = [];
const slowestCount = 10;
const bin = (name: string) => `node_modules/.bin/${name}`;

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((done) => {
    child.on('error', () => done(127));
    child.on('close', (status) => done(status ?? 1));
  });
}

/** A tool that passes or fails as a whole counts as one test. */
async function tool(command: string, args: string[], env?: Record<string, string>): Promise<Count> {
  const ok = (await run(command, args, env)) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Reads a runner's own report; a runner that dies without one, or fails without a failed test, counts as one failure. */
async function runner(
  report: string,
  go: () => Promise<number>,
  read: (json: never) => Count,
  failed: (json: never) => Failure[],
  times: (json: never) => Timed[],
): Promise<Count> {
  const file = `${OUT}/${report}`;
  rmSync(file, { force: true });
  const status = await go();
  try {
    const json = JSON.parse(readFileSync(file, 'utf8')) as never;
    const count = read(json);
    const found = failed(json);
    failures.push(...found);
    timed.push(...times(json));
    count.failed = Math.max(count.failed, found.length);
    if (status !== 0 && count.failed === 0) {
      count.failed = 1;
      const text = `It ended with status ${status} although no test failed: an error outside the tests, printed above.`;
      failures.push({ file, test: 'the run itself', output: text });
    }
    return count;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    startTime: number;
    endTime: number;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
};

type PlaywrightSuite = {
  title: string;
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    ok: boolean;
    tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[];
  }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
};

/** A file that failed before its first test counts too: it has a message and no test. */
function failedTests({ testResults }: VitestReport): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0)
      return [{ file: name, test: 'the file itself', output: message }];
    return tests.map((test) => ({
      file: name,
      test: test.fullName,
      output: (test.failureMessages ?? []).join('\n'),
    }));
  });
}

type PlaywrightSpec = PlaywrightSuite['specs'][number];

function journeysThat(matches: (spec: PlaywrightSpec) => boolean, suites: PlaywrightSuite[]): Failure[] {
  const inside = (suite: PlaywrightSuite): Failure[] => [
    ...suite.specs.filter(matches).map(({ title, tests }) => ({
      file: suite.file,
      test: title,
      output: tests
        .flatMap(({ results }) => results.flatMap((result) => result.errors))
        .map(({ message }) => message ?? '')
        .join('\n'),
    })),
    ...(suite.suites ?? []).flatMap(inside),
  ];
  return suites.flatMap(inside);
}

function failedJourneys({ suites, errors }: PlaywrightReport): Failure[] {
  retried.push(...journeysThat(({ tests }) => tests.some(({ status }) => status === 'flaky'), suites));
  return [
    ...errors.map(({ message }) => ({ file: 'e2e', test: 'before the first test', output: message ?? '' })),
    ...journeysThat(({ ok }) => !ok, suites),
  ];
}

function journeyMs({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
  return [...own.map(({ duration }) => duration), ...suites.map(journeyMs)].reduce((sum, ms) => sum + ms, 0);
}

function printSlowest(): void {
  if (timed.length === 0) return;
  console.log('\nSlowest files:');
  for (const { name, ms } of timed.sort((a, b) => b.ms - a.ms).slice(0, slowestCount))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}

/** Every failure once more at the very end, so the last page of a long output names them all. */
function printFailures(word: string, found: Failure[]): void {
  for (const { file, test, output: text } of found) {
    const lines = stripVTControlCharacters(text)
      .split('\n')
      .filter((line) => !line.includes('/node_modules/'));
    console.log(`\n${word} ${relative(process.cwd(), resolve(file))}: ${test}`);
    console.log(lines.slice(0, SAID).join('\n'));
    if (lines.length > SAID) console.log(`(${lines.length - SAID} more lines above)`);
  }
}

function vitest(project: string, ...more: string[]): Promise<Count> {
  const report = `${project.replace('*', '')}.json`;
  const flags = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${OUT}/${report}`,
    `--project=${project}`,
    ...more,
  ];
  return runner(
    report,
    () => run(bin('vitest'), flags),
    (json: VitestReport) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests,
    }),
    failedTests,
    ({ testResults }: VitestReport) =>
      testResults.map(({ name, startTime, endTime }) => ({
        name: relative(process.cwd(), name),
        ms: endTime - startTime,
      })),
  );
}

/** Built first: test files that start the dashboard run side by side, and the time of a build is not theirs. */
async function withBuild(project: string, ...flags: string[]): Promise<Count> {
  await buildIfNeeded();
  return vitest(project, ...flags);
}

/** `name` is that of the report; `flags` are the runner's. */
async function journeys(
  name: string,
  flags: string[] = [],
  env: Record<string, string> = {},
): Promise<Count> {
  await ensureBrowser();
  await buildIfNeeded();
  return runner(
    `${name}.json`,
    () =>
      run(bin('playwright'), ['test', ...flags, '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${OUT}/${name}.json`,
        ...env,
      }),
    ({ stats }: PlaywrightReport) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
    failedJourneys,
    ({ suites }: PlaywrightReport) =>
      suites.map((suite) => ({ name: `e2e/${suite.file}`, ms: journeyMs(suite) })),
  );
}

async function types(): Promise<Count> {
  if ((await run(bin('next'), ['typegen'], { NEXT_TELEMETRY_DISABLED: '1' })) !== 0)
    return { passed: 0, failed: 1, skipped: 0 };
  return tool(bin('tsc'), ['--noEmit']);
}

/** Seconds since `.ci/run` began, which sets CI_BEGAN; its whole time is limited. 0 elsewhere. */
const ciSeconds = () => (process.env.CI_BEGAN ? Date.now() / 1000 - Number(process.env.CI_BEGAN) : 0);
/** When `npm test` took longer, the machine is slow, and the long lane leaves out what `npm test` has in a smaller form. */
const slowAfterSeconds = 16 * 60;
/** When the tests before them took longer, there is no time for the journeys of the long lane. */
const journeysUntilSeconds = 56 * 60;
const isSlow = ciSeconds() > slowAfterSeconds;

/** What `npm test` leaves out: journeys with the tag, and every page of those that visit them all (tests/lane.ts). */
function longJourneys(): Promise<Count> {
  const spent = Math.round(ciSeconds());
  if (spent > journeysUntilSeconds) {
    console.log(`LEFT OUT: the journeys of the long lane. ${spent} s have passed on this machine.`);
    return Promise.resolve({ passed: 0, failed: 0, skipped: 1 });
  }
  return isSlow
    ? journeys('e2e-long', ['--grep=@long'])
    : journeys('e2e-long', ['--grep=@long|sweep.spec|states.spec'], { TEST_LANE: 'long' });
}

const STEPS: Step[] = [
  {
    name: 'format and lint',
    lane: 'check',
    run: () => tool(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']),
  },
  { name: 'types', lane: 'check', run: types },
  { name: 'unused code', lane: 'check', run: () => tool(bin('knip'), []) },
  { name: 'unit', lane: 'check', run: () => vitest('unit*') },
  { name: 'system', lane: 'test', run: () => withBuild('system*', '--tags-filter=!long') },
  { name: 'e2e', lane: 'test', run: () => journeys('e2e', ['--grep-invert=@long']) },
  {
    name: 'long',
    lane: 'long',
    run: () => withBuild('long', `--tags-filter=${isSlow ? 'long' : 'long || scaled'}`),
  },
  // What `npm test` leaves out: journeys with this tag, and every page of those that visit them all (tests/lane.ts).
  { name: 'e2e long', lane: 'long', run: longJourneys },
];

/** The steps of `npm test`; `--fast`: only those without services; `--long`: the long lane; `--only NAME`: one step. */
export async function runSteps(args: string[]): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  keepCompiledModules();
  const removeFiles = keepFilesInMemory();
  // Shared by all steps: databases that take long to prepare (copyPrepared).
  const runDir = mkdtempSync(join(tmpdir(), 'sharebook-test-run-'));
  process.env.TEST_RUN_DIR = runDir;
  process.once('exit', () => {
    rmSync(runDir, { recursive: true, force: true });
    removeFiles();
  });
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const lanes: Lane[] = args.includes('--long')
    ? ['long']
    : args.includes('--fast')
      ? ['check']
      : ['check', 'test'];
  const steps = STEPS.filter(({ name, lane }) => (only ? name === only : lanes.includes(lane)));
  if (lanes.includes('long') && isSlow)
    console.log(
      `LEFT OUT: larger forms of tests that npm test has run. ${Math.round(ciSeconds())} s have passed on this machine.`,
    );
  const total: Count = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  for (const step of steps) {
    const began = Date.now();
    console.log(`\n── ${step.name} ──`);
    const count = await step.run();
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    const seconds = Math.round((Date.now() - began) / 1000);
    lines.push(
      `${step.name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)`,
    );
    console.log(lines.at(-1));
  }
  printSlowest();
  printFailures('PASSED ON THE SECOND TRY', retried);
  printFailures('FAILED', failures);
  console.log(`\n${lines.join('\n')}\n`);
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
  );
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}
