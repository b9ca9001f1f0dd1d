import { expect, test } from 'vitest';
import { obstacleTitle } from './item-texts.ts';

test('the name of an obstacle comes from its code', () => {
  expect(obstacleTitle('notOutstanding')).toBe('Not outstanding');
});
