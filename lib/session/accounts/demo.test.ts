import { expect, test } from 'vitest';
import { roleNames } from '#lib/access/roles';
import { demoUsers } from './demo.ts';

test('every role has a user of the demo', () => {
  const without = roleNames.filter((name) => demoUsers.every(({ role }) => role !== name));
  expect(without, 'roles without a row in lib/session/accounts/demo.ts').toEqual([]);
});
