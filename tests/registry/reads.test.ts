import { afterAll, beforeAll, describe } from 'vitest';
import { bootRegistry, type Registry } from './boot.ts';
import { examplesAnswer } from './examples.ts';
import { journals } from './journal.ts';
import { readSums } from './read-sums.ts';
import { readOperations } from './reads.ts';

let running: Registry | undefined;

function registry(): Registry {
  if (!running) throw new Error('The registry did not start.');
  return running;
}

beforeAll(async () => {
  running = await bootRegistry();
});
afterAll(() => running?.stop());

describe('reads', () => readOperations(registry));
describe('sums of reads', () => readSums(registry));
describe('journal', () => journals(registry));
describe('examples', () => examplesAnswer(registry));
