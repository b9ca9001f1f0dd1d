import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contract } from '#lib/contract/index';
import { obstacleTable } from './rules/obstacle-table.ts';

const folder = new URL('./', import.meta.url);
const textOf = (url: URL) => readFileSync(url, 'utf8');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  .map((name) => textOf(new URL(name, folder)))
  .join('\n');
const operations = textOf(new URL('../../docs/agent-operations.md', folder));
const rules = textOf(new URL('../../docs/work-queue-rules.md', folder));

/** The first argument of each call of these functions, where it is a text. */
const codesOf = (calls: RegExp) => [...new Set([...source.matchAll(calls)].map(([, code]) => code!))];
const isNamed = (text: string) => (name: string) => new RegExp(`\\b${name}\\b`).test(text);

test('every obstacle of an item is in the rules of the work queue', () => {
  const found = codesOf(/\b(?:refuses|holds|warns)\(\s*'([a-zA-Z]+)'/g);
  const ofTable = Object.entries(obstacleTable).map(([name, row]) => ('code' in row ? row.code : name));
  expect(found).toContain('notLost');
  // The condition of a case, which is no obstacle.
  const codes = [...found, ...ofTable].filter((code) => code !== 'custodianSigns');
  expect(codes.filter((code) => !isNamed(rules)(code))).toEqual([]);
});

test('every answer of a step and every agent operation is in the document of the operations', () => {
  const answers = codesOf(/\bStepRefused\(\s*'([a-zA-Z]+)'/g);
  expect(answers).toContain('approvalVoid');
  // Files are not steps: they answer 404 and 409.
  const files = ['sameFile', 'tooManyFiles', 'unknownFile'];
  expect(answers.filter((code) => !files.includes(code) && !isNamed(operations)(code))).toEqual([]);
  const agent = Object.entries(contract).filter(([, one]) => one.path.startsWith('/agent/v1/'));
  expect(agent.length).toBeGreaterThan(20);
  const missing = agent.filter(
    ([id, { path }]) =>
      !isNamed(operations)(id) || !operations.includes(`\`${path.replace('/agent/v1', '')}\``),
  );
  const names = missing.map(([id]) => id);
  expect(names, 'operations without their name and path in docs/agent-operations.md').toEqual([]);
});
