// Command that runs the soak test: node tests/chaos/soak.ts --minutes N --seed N.

import { parseArgs } from 'node:util';
import { soak } from './run.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('--minutes and --seed are numbers.');

console.log(`${minutes} minutes, seed ${seed}`);
const { wrong, held, ...rest } = await soak({ minutes, seed, say: (line) => console.log(line) });
console.log(JSON.stringify(rest, null, 2));
for (const { program, readings } of held) console.log(program, JSON.stringify(readings));
for (const line of wrong) console.log(`WRONG: ${line}`);
console.log(wrong.length === 0 ? 'Every promise was kept.' : `${wrong.length} promises were broken.`);
process.exitCode = wrong.length === 0 ? 0 : 1;
