import { describe } from 'vitest';
import { registryOfFile } from '../boot.ts';
import { testExamples } from './examples.ts';
import { journals } from './journal.ts';
import { readSums } from './read-sums.ts';
import { readOperations } from './reads.ts';

const registry = registryOfFile();

describe('reads', () => readOperations(registry));
describe('sums of reads', () => readSums(registry));
describe('journal', () => journals(registry));
describe('examples', () => testExamples(registry));
