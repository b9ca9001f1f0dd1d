import { expect, test } from 'vitest';
import { holderItems } from './holders.ts';

const row = (shareholderCustomerId: string, shareholderName: string, securityType = 'Common') => ({
  shareholderCustomerId,
  shareholderName,
  securityType,
});

test('an account with several classes is listed once, one without a number not at all', () => {
  const items = holderItems([row('H-1', 'ALDER'), row('H-1', 'ALDER', 'Preferred'), row('', 'NOBODY')]);
  expect(items).toEqual([{ id: 'H-1', label: 'ALDER', note: 'H-1' }]);
});
