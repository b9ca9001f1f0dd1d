import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { placements } from '#registry/db/placement';

// docs/scaling.md: all data of an issuer lives on one shard, so its keys begin with the issuer.
const folder = 'registry/db/migrations';
const texts = readdirSync(folder).map((name) =>
  readFileSync(`${folder}/${name}`, 'utf8').replace(/--.*$/gm, '').replace(/\s+/g, ' ').toLowerCase(),
);
const all = texts.join(' ; ');

/** Tables that belong to no single issuer. */
const isException = (name: string) => placements[name]?.kind !== 'issuer';

type Table = { name: string; body: string };

function* tables(): Generator<Table> {
  for (const match of all.matchAll(/create table (\w+) \(/g)) {
    let depth = 1;
    let at = (match.index ?? 0) + match[0].length;
    const from = at;
    for (; depth > 0; at += 1) depth += all[at] === '(' ? 1 : all[at] === ')' ? -1 : 0;
    yield { name: match[1] ?? '', body: all.slice(from, at - 1) };
  }
}

const made = [...tables()];
const listOf = (text = '') => text.split(',').map((column) => column.trim());

/** Columns of the primary key and of every other unique constraint, including unique indexes. */
function keysOf({ name, body }: Table): { primary: string[]; unique: string[][] } {
  const own = /(\w+) [\w ]*primary key/.exec(body)?.[1];
  const primary = /primary key \(([^)]*)\)/.exec(body)?.[1];
  const indexes = all.matchAll(new RegExp(`create unique index \\w+ on ${name} \\(([^)]*)\\)`, 'g'));
  const added = all.matchAll(new RegExp(`alter table ${name} add [\\w ]*unique \\(([^)]*)\\)`, 'g'));
  return {
    primary: primary ? listOf(primary) : own ? [own] : [],
    unique: [
      ...[...body.matchAll(/unique \(([^)]*)\)/g)].map((match) => listOf(match[1])),
      ...[...body.matchAll(/(\w+) [\w ]*\bunique\b(?! \()/g)].map((match) => [match[1] ?? '']),
      ...[...indexes, ...added].map((match) => listOf(match[1])),
    ],
  };
}

test('every table has a placement, and the document names each that is not placed by its issuer', () => {
  const names = made.map(({ name }) => name);
  const document = readFileSync('docs/scaling.md', 'utf8');
  expect(made.length).toBeGreaterThan(30);
  expect(Object.keys(placements).toSorted()).toEqual(names.toSorted());
  const exceptions = names.filter(isException);
  expect(exceptions.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
});

test('a table placed by a column of its own has that column in its primary key and every unique key', () => {
  const wrong = made.flatMap((table) => {
    const place = placements[table.name];
    if (place?.kind !== 'alone') return [];
    const { primary, unique } = keysOf(table);
    return [primary, ...unique].every((columns) => columns.includes(place.by)) ? [] : [table.name];
  });
  expect(wrong).toEqual([]);
});

test('every other table has the issuer first in its primary key and unique keys', () => {
  const wrong = made
    .filter(({ name }) => !isException(name))
    .filter((table) => {
      const { primary, unique } = keysOf(table);
      return primary[0] !== 'issuer_id' || unique.some((columns) => !columns.includes('issuer_id'));
    });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('a foreign key to a table of an issuer includes the issuer', () => {
  const wrong = made.flatMap(({ name, body }) => [
    ...[...body.matchAll(/foreign key \(([^)]*)\) references (\w+)/g)]
      .filter(([, columns, target]) => !isException(`${target}`) && !listOf(columns).includes('issuer_id'))
      .map(([, , target]) => `${name} → ${target}`),
    ...[...body.matchAll(/\w+ bigint[\w ]* references (\w+)/g)]
      .filter(([, target]) => !isException(`${target}`))
      .map(([, target]) => `${name} → ${target}`),
  ]);
  expect(wrong).toEqual([]);
});

test.each([
  ['sequences', /\b(small|big)?serial\b|create sequence|generated (always|by default) as identity|nextval/],
  ['triggers and functions', /create (or replace )?(trigger|function|procedure|rule)|\bdo \$/],
  ['types of its own', /create (type|domain|extension)/],
  ['arrays, ranges and json as columns', /\w+\[\]|\b\w+range\b|\bjsonb?\b/],
  ['exclusion and deferrable constraints', /\bexclude\b|\bdeferrable\b/],
  [
    'indexes that not every engine has',
    /using (gin|gist|brin|hash|spgist)|create (unique )?index[^;]*\) where/,
  ],
  ['collations', /\bcollate\b/],
  ['views kept as tables, temporary and unlogged ones', /materialized|create (temp|unlogged)/],
])('no migration uses %s', (_what, pattern) => {
  expect(texts.filter((text) => pattern.test(text))).toEqual([]);
});
