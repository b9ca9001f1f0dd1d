/** @module-tag long */
import { expect, test } from 'vitest';
import { soak } from './run.ts';
import { faults } from './schedule.ts';

// Two minutes of `npm run soak`: judged by what holds afterwards.
test('two minutes of mixed load with every fault: nothing lost, doubled or reported failed; all known; all flat', async () => {
  const { wrong, struck, done, recorded, held } = await soak({
    minutes: 2,
    seed: 20_261_120,
    say: console.log,
  });
  if (held.some(({ readings }) => readings.some(({ descriptors }) => descriptors === null)))
    console.log('Descriptors were not counted: this system has no /proc.');
  expect(wrong, wrong.join('\n')).toEqual([]);
  for (const { where, kind } of faults.filter((fault) => fault.kind !== 'refuse'))
    expect(struck[`${where} ${kind}`], `${where} ${kind}`).toBeGreaterThan(0);
  expect(Object.keys(done).sort()).toEqual(['edit', 'issuance', 'page', 'read', 'report', 'session']);
  expect(recorded).toBeGreaterThan(0);
}, 900_000);
