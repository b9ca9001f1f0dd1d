import { expect, test } from 'vitest';
import { nameKey } from './names.ts';

test.each([
  ['  SEÁN   O’BRÍAIN ', 'sean o’briain'],
  ['JÜRGEN GROẞMANN', 'jurgen grossmann'],
  ['ŁUKASZ SÆTHER', 'lukasz saether'],
  ['ΝΙΚΟΣ ΓΕΩΡΓΊΟΥ', 'νικοσ γεωργιου'],
  ['陈美玲', '陈美玲'],
  ['=HYPERLINK("x")', '=hyperlink("x")'],
])('%s', (name, key) => {
  expect(nameKey(name)).toBe(key);
});
