import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Sections of OWASP ASVS 5.0.0, chapters 1 to 16, and how many requirements of levels 1 and 2 each has. These
// come first in every section, so their numbers have no gaps.
const sections =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 ' +
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 ' +
  '8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 ' +
  '11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 ' +
  '16.2:5 16.3:4 16.4:3 16.5:3';
const states = ['Met', 'Partly', 'Not met', 'Deployment', 'Not used'];

const text = readFileSync('docs/security.md', 'utf8');
const table = text.slice(text.indexOf('## OWASP ASVS'));
const rows = table
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every requirement of levels 1 and 2 is listed once in docs/security.md', () => {
  const requested = sections.split(' ').flatMap((section) => {
    const [name, count] = section.split(':');
    return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
  });
  const listed = rows.flatMap(([, ids = '']) => ids.split(', '));
  expect(listed.toSorted()).toEqual(requested.toSorted());
});

test('each has a status, and a partly met one a reason', () => {
  const unclear = rows.filter(
    ([, , requests, state = '', where]) =>
      !requests || !states.includes(state) || (/^(Partly|Not met|Deployment)$/.test(state) && !where),
  );
  expect(unclear).toEqual([]);
});
