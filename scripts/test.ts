import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.ts';
import { buildIfNeeded } from './build.ts';

type Count = { passed: number; failed: number; skipped: number };
type Step = { name: string; fast: boolean; run: () => Promise<Count> };

const OUT = '.cache/test';
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
): Promise<Count> {
  const file = `${OUT}/${report}`;
  rmSync(file, { force: true });
  const status = await go();
  try {
    const count = read(JSON.parse(readFileSync(file, 'utf8')) as never);
    if (status !== 0 && count.failed === 0) count.failed = 1;
    return count;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

function vitest(report: string, args: string[]): Promise<Count> {
  const flags = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${OUT}/${report}`,
    ...args,
  ];
  return runner(
    report,
    () => run(bin('vitest'), flags),
    (json: VitestReport) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests,
    }),
  );
}

async function journeys(): Promise<Count> {
  await ensureBrowser();
  await buildIfNeeded();
  return runner(
    'e2e.json',
    () =>
      run(bin('playwright'), ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_NAME: `${OUT}/e2e.json`,
      }),
    ({ stats }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  );
}

async function types(): Promise<Count> {
  if ((await run(bin('next'), ['typegen'], { NEXT_TELEMETRY_DISABLED: '1' })) !== 0)
    return { passed: 0, failed: 1, skipped: 0 };
  return tool(bin('tsc'), ['--noEmit']);
}

const STEPS: Step[] = [
  {
    name: 'format and lint',
    fast: true,
    run: () => tool(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']),
  },
  { name: 'types', fast: true, run: types },
  { name: 'unused code', fast: true, run: () => tool(bin('knip'), []) },
  { name: 'unit', fast: true, run: () => vitest('unit.json', ['--project', 'unit']) },
  { name: 'system', fast: false, run: () => vitest('system.json', ['--project', 'system']) },
  { name: 'e2e', fast: false, run: journeys },
];

/** `--fast` leaves out everything that needs a service or a browser; `--only NAME` runs one step. */
export async function runSteps(args: string[]): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const steps = STEPS.filter((step) => (only ? step.name === only : step.fast || !args.includes('--fast')));
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
  console.log(`\n${lines.join('\n')}\n`);
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
  );
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}
