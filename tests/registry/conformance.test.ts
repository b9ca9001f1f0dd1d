import { afterAll, beforeAll, describe } from 'vitest';
import { books } from './books.ts';
import { bootRegistry, type Registry } from './boot.ts';
import { clients } from './clients.ts';
import { files } from './files.ts';
import { lists } from './lists.ts';
import { programs } from './programs.ts';
import { refusals } from './refusals.ts';
import { shapes } from './shapes.ts';

let running: Registry | undefined;

/** The suites share one server: loading the demo books is most of the time. */
function registry(): Registry {
  if (!running) throw new Error('The registry did not start.');
  return running;
}

beforeAll(async () => {
  running = await bootRegistry();
});
afterAll(() => running?.stop());

describe('shapes', () => shapes(registry));
describe('refusals', () => refusals(registry));
describe('books', () => books(registry));
describe('clients', () => clients(registry));
describe('files', () => files(registry));
describe('lists', () => lists(registry));
describe('programs', () => programs(registry));
