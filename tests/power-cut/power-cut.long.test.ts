/** @module-tag long */
import { expect, test } from 'vitest';
import { whyNot } from './disk.ts';
import { judge, type Outcome, runTrial } from './trial.ts';

const reason = whyNot();
if (reason) console.log(`The power-cut trial is skipped: ${reason}.`);

test.skipIf(reason)(
  // Always on separate servers: the test needs their disks and their processes.
  'no acknowledged transaction is lost to a power cut, and the control without fsync loses some',
  {
    timeout: 300_000,
  },
  async () => {
    const outcomes: Outcome[] = [];
    for (const arm of ['durable', 'durable', 'control'] as const) outcomes.push(await runTrial(arm));
    expect(judge(outcomes), JSON.stringify(outcomes)).toEqual([]);
  },
);

test('lost or damaged data, a dead server, too few writes and a lossless control all fail the test', () => {
  const good = { arm: 'durable', cutAfterMs: 1, acked: 100, present: 100, missing: 0, half: 0 } as const;
  const lost = { ...good, arm: 'control', present: 0, missing: 100 } as const;
  expect(judge([good, lost])).toEqual([]);
  const faults: Partial<Outcome>[] = [
    { missing: 1 },
    { half: 1 },
    { failure: 'no start' },
    { acked: 3 },
    { books: 'an entry is gone' },
    { arm: 'control' },
  ];
  for (const fault of faults) expect(judge([lost, { ...good, ...fault }])).toHaveLength(1);
  expect(judge([good])).toHaveLength(1);
});
