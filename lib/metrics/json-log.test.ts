import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

const module = new URL('./json-log.ts', import.meta.url).href;
let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** A process that logs. Its standard output is read only when the test says so; its report is on standard error. */
function logging(script: string) {
  const started = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { openJsonLog } = await import(${JSON.stringify(module)});
       let lost = 0;
       const log = openJsonLog(() => (lost += 1));
       const report = (more) => process.stderr.write(JSON.stringify({ lost, ...more }) + '\\n');
       ${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child = started;
  const report = once(started.stderr, 'data').then(([text]) => JSON.parse(String(text)));
  const read = async (each: (lines: number) => void = () => undefined) => {
    let text = '';
    let count = 0;
    for await (const piece of started.stdout) {
      text += piece;
      count += String(piece).split('\n').length - 1;
      each(count);
    }
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { report, read, ended: once(started, 'exit') };
}

test('an event is one JSON line with level and time; queued lines are written at process exit', async () => {
  const { read } = logging(`
    log({ level: 'info', event: 'request', id: 'a"b\\n\\u0007', cut: undefined, ms: 1.5 });
    log({ level: 'error', event: 'fault' });
    process.exit(0);`);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await read()).toEqual([
    { level: 'info', time, event: 'request', id: 'a"b\n\u0007', ms: 1.5 },
    { level: 'error', time, event: 'fault' },
  ]);
});

test('a blocked reader delays nothing: lines beyond the limit are dropped and counted', async () => {
  const { report, read } = logging(`
    const startedAt = performance.now();
    const text = 'x'.repeat(1000);
    for (let n = 0; n < 8000; n += 1) log({ level: 'info', n, text });
    const atOnce = lost;
    setTimeout(() => report({ atOnce, lateMs: performance.now() - startedAt }), 10);
    process.once('SIGTERM', () => { log({ level: 'info', n: 'after' }); setTimeout(() => process.exit(0), 500); });
    setInterval(() => {}, 1000);`);
  const { lost, atOnce, lateMs } = await report;
  expect(lost).toBe(atOnce);
  // 4 MB hold about 3,900 of these lines; up to the size of the pipe more have been taken.
  expect(8_000 - lost).toBeGreaterThan(3_500);
  expect(8_000 - lost).toBeLessThan(4_500);
  expect(lateMs).toBeLessThan(5_000);
  // Once all waiting lines are through, the process logs one more.
  const lines = await read((taken) => void (taken === 8_000 - lost && child?.kill('SIGTERM')));
  expect(lines.map(({ n }) => n)).toEqual([...Array(8_000 - lost).keys(), 'after']);
});

test('a process with an unread log still exits', async () => {
  const { ended } = logging(`
    for (let n = 0; n < 8000; n += 1) log({ level: 'info', n, text: 'x'.repeat(1000) });
    setTimeout(() => process.exit(3), 200);`);
  expect(await ended).toEqual([3, null]);
});

test('a closed log pipe does not end the process', async () => {
  const { report, ended } = logging(`
    process.stdout.on('error', () => {});
    setTimeout(() => {
      log({ level: 'info', event: 'nobody' });
      setTimeout(() => { log({ level: 'info', event: 'nobody' }); report({}); process.exit(4); }, 300);
    }, 300);`);
  child?.stdout?.destroy();
  expect(await report).toEqual({ lost: 0 });
  expect(await ended).toEqual([4, null]);
});
