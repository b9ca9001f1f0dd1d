import { describe } from 'vitest';
import { books } from './books.ts';
import { registryOfFile } from './boot.ts';
import { metrics } from './metrics.ts';
import { programs } from './programs.ts';
import { files } from './reports/files.ts';
import { lists } from './reports/lists.ts';
import { shapes } from './shapes.ts';
import { clients } from './tokens/clients.ts';

const registry = registryOfFile();

describe('shapes', () => shapes(registry));
describe('books', () => books(registry));
describe('clients', () => clients(registry));
describe('files', () => files(registry));
describe('lists', () => lists(registry));
describe('metrics', () => metrics(registry));
describe('programs', () => programs(registry));
