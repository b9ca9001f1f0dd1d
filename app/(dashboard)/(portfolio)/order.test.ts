import { expect, it } from 'vitest';
import { matching, ordered } from './order.ts';

const issuers = [
  { customerIssuerId: 1001, name: 'Larkspur', status: 'Active' },
  { customerIssuerId: 1009, name: 'Vantage', status: 'Inactive' },
  { customerIssuerId: 1007, name: 'Halden', status: 'Pending' },
  { customerIssuerId: 1003, name: 'Åshgrove', status: 'Frozen' },
];
const numbers = (list: typeof issuers) => list.map((issuer) => issuer.customerIssuerId);

it('puts what needs somebody first, closed ones last', () => {
  expect(numbers(ordered(issuers, 'attention'))).toEqual([1007, 1003, 1001, 1009]);
  expect(numbers(ordered(issuers, 'number'))).toEqual([1001, 1003, 1007, 1009]);
});

it('finds by part of a name, number or status, accents aside', () => {
  expect(numbers(matching(issuers, 'ashgr'))).toEqual([1003]);
  expect(numbers(matching(issuers, 'pending 100'))).toEqual([1007]);
  expect(numbers(matching(issuers, '  '))).toHaveLength(4);
});
